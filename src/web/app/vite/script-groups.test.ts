import { expect, test } from 'vitest'

import { scriptGroups } from './script-groups.ts'

type Module = { imports?: string[]; opens?: string[]; isEntry?: true }
const page = (...imports: string[]): Module => ({ imports, isEntry: true })

/** The modules of an app that is as small as can be, by their files in `src`. */
const modules: Record<string, Module> = {
  'web/root.tsx': page('web/ui/button.tsx'),
  'web/app/layouts/signed-in-layout.tsx': page('web/parts/frame/frame.tsx'),
  'web/app/layouts/staff-layout.tsx': page('web/parts/frame/frame.tsx', 'web/parts/staff/menu.ts'),
  'web/site/services/services-page.tsx': page(
    'web/parts/catalogue/card.tsx',
    'contract/catalogue/rate.ts',
    'web/parts/site/footer.tsx',
  ),
  'web/site/faq/faq-page.tsx': page('web/parts/site/footer.tsx'),
  'web/shop/orders/orders-page.tsx': page('web/parts/catalogue/card.tsx', 'web/parts/orders/again.tsx'),
  'web/shop/dashboard/dashboard-page.tsx': page('web/parts/orders/again.tsx', 'web/parts/orders/row.tsx'),
  'web/admin/orders/orders-page.tsx': {
    ...page('web/parts/orders/row.tsx', 'contract/orders/desk.ts', 'web/admin/orders/columns.tsx'),
    opens: ['web/admin/orders/dialog.tsx'],
  },
  'web/admin/orders/order-page.tsx': page('contract/orders/desk.ts', 'contract/audit/log.ts'),
  'web/admin/users/user-page.tsx': page('contract/audit/log.ts', 'web/parts/staff/menu.ts'),
  'web/platform/texts.en.ts': page('contract/base/money.ts'),
  'web/parts/orders/again.tsx': { imports: ['contract/catalogue/rate.ts'] },
  'web/admin/orders/dialog.tsx': { imports: ['web/admin/orders/columns.tsx', 'web/admin/orders/act.ts'] },
}

function scriptOf(file: string): string | null {
  const importersOf = (kind: 'imports' | 'opens', id: string) =>
    Object.entries(modules).flatMap(([one, { [kind]: ids = [] }]) =>
      ids.includes(id.replace('/src/', '')) ? [`/src/${one}`] : [],
    )
  const getModuleInfo = (id: string) => ({
    isEntry: modules[id.replace('/src/', '')]?.isEntry === true,
    importers: importersOf('imports', id),
    dynamicImporters: importersOf('opens', id),
  })
  for (const { name } of scriptGroups()) {
    // What else the bundler tells of a module is not asked for.
    const found = typeof name === 'function' ? name(`/src/${file}`, { getModuleInfo } as never) : name
    if (found) return found
  }
  return null
}

test('a module is sent in the script of those who take it', () => {
  expect(scriptOf('contract/base/money.ts')).toBe('framework')
  expect(scriptOf('web/parts/frame/frame.tsx')).toBe('signed-in')
  expect(scriptOf('web/parts/orders/row.tsx')).toBe('signed-in')
  expect(scriptOf('web/parts/staff/menu.ts')).toBe('staff')
  expect(scriptOf('contract/audit/log.ts')).toBe('staff')
  expect(scriptOf('web/parts/site/footer.tsx')).toBe('site')
  expect(scriptOf('web/parts/catalogue/card.tsx')).toBe('site')
})

test('what stands below two scripts is in the earlier one', () => {
  expect(scriptOf('web/parts/orders/again.tsx')).toBe('signed-in')
  expect(scriptOf('contract/catalogue/rate.ts')).toBe('base')
})

test('what one area takes is in its own script, and what one page takes in that page', () => {
  expect(scriptOf('contract/orders/desk.ts')).toBe('admin-orders')
  expect(scriptOf('web/admin/orders/columns.tsx')).toBe('admin-orders')
  expect(scriptOf('web/admin/orders/act.ts')).toBeNull()
  expect(scriptOf('web/platform/texts.en.ts')).toBeNull()
})
