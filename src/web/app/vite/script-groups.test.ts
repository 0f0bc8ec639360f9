import { expect, test } from 'vitest'

import { scriptGroups } from './script-groups.ts'

type Module = { imports?: string[]; opens?: string[]; isEntry?: true }
const page = (...imports: string[]): Module => ({ imports, isEntry: true })

/** The modules of a minimal app, by their file in `src`. */
const modules: Record<string, Module> = {
  'web/root.tsx': page('web/ui/button.tsx'),
  'web/app/layouts/signed-in-layout.tsx': page('web/parts/frame/frame.tsx'),
  'web/app/layouts/staff-layout.tsx': page('web/parts/frame/frame.tsx', 'web/parts/staff/menu.ts'),
  'web/site/services/services-page.tsx': page(
    'web/parts/catalogue/card.tsx',
    'contract/catalogue/rate.ts',
    'web/parts/site/footer.tsx',
  ),
  'web/site/faq/faq-page.tsx': page(
    'web/parts/site/footer.tsx',
    'web/parts/landing/topics.tsx',
    'web/ui/text/mark.tsx',
  ),
  'web/site/contact/contact-page.tsx': page('web/ui/text/mark.tsx'),
  'web/shop/support/support-page.tsx': { ...page(), opens: ['web/parts/landing/topics.tsx'] },
  'web/shop/new-order/new-order-page.tsx': page('web/parts/catalogue/card.tsx'),
  'web/shop/orders/orders-page.tsx': page('web/platform/i18n/say-refusal.ts', 'web/parts/orders/again.tsx'),
  'web/shop/dashboard/dashboard-page.tsx': page(
    'web/parts/orders/again.tsx',
    'web/parts/orders/row.tsx',
    'web/platform/i18n/say-refusal.ts',
  ),
  'web/admin/orders/orders-page.tsx': {
    ...page('web/parts/orders/row.tsx', 'contract/orders/desk.ts', 'web/admin/orders/columns.tsx'),
    opens: ['web/admin/orders/dialog.tsx'],
  },
  'web/admin/orders/order-page.tsx': page('contract/orders/desk.ts', 'web/ui/page/note.tsx'),
  'web/admin/users/user-page.tsx': page('web/ui/page/note.tsx', 'web/parts/staff/menu.ts'),
  'web/platform/texts.en.ts': page('contract/base/money.ts'),
  'web/parts/orders/again.tsx': { imports: ['contract/catalogue/rate.ts'] },
  'web/admin/orders/dialog.tsx': { imports: ['web/admin/orders/columns.tsx', 'web/admin/orders/act.ts'] },
  'web/entry.client.tsx': page('web/app/start.ts'),
  'web/app/errors/page-boundary.tsx': page('web/ui/feedback/skeleton.tsx'),
  'web/shop/settings/settings-page.tsx': page('web/ui/page/tabs.tsx'),
  'web/shop/settings/profile-tab.tsx': page('web/shop/settings/section.tsx', 'web/shop/settings/name.tsx'),
  'web/shop/settings/api-tab.tsx': page('web/shop/settings/section.tsx', 'web/ui/page/tabs.tsx'),
}

const routes = [
  {
    file: 'app/layouts/signed-in-layout.tsx',
    children: [
      {
        file: 'shop/settings/settings-page.tsx',
        children: [{ file: 'shop/settings/profile-tab.tsx' }, { file: 'shop/settings/api-tab.tsx' }],
      },
    ],
  },
]

/** The module's script and the index of its group; each group captures what earlier ones left of a module's imports. */
function findScript(file: string): { name: string; layer: number } | null {
  const importersOf = (kind: 'imports' | 'opens', id: string) =>
    Object.entries(modules).flatMap(([one, { [kind]: ids = [] }]) =>
      ids.includes(id.replace('/src/', '')) ? [`/src/${one}`] : [],
    )
  const getModuleInfo = (id: string) => ({
    isEntry: modules[id.replace('/src/', '')]?.isEntry === true,
    importers: importersOf('imports', id),
    dynamicImporters: importersOf('opens', id),
  })
  for (const [layer, { name }] of scriptGroups(routes).entries()) {
    // No other fact of the bundler about a module is used.
    const found = typeof name === 'function' ? name(`/src/${file}`, { getModuleInfo } as never) : name
    if (found) return { name: found, layer }
  }
  return null
}

function scriptOf(file: string): string | null {
  return findScript(file)?.name ?? null
}

test('a module is in the script of the pages that import it', () => {
  expect(scriptOf('contract/base/money.ts')).toBe('framework')
  expect(scriptOf('web/parts/frame/frame.tsx')).toBe('signed-in')
  expect(scriptOf('web/parts/orders/row.tsx')).toBe('orders')
  expect(scriptOf('web/parts/staff/menu.ts')).toBe('staff')
  expect(scriptOf('web/ui/page/note.tsx')).toBe('staff')
  expect(scriptOf('web/parts/site/footer.tsx')).toBe('site')
  expect(scriptOf('web/parts/catalogue/card.tsx')).toBe('catalogue')
  expect(scriptOf('contract/catalogue/rate.ts')).toBe('base')
  expect(scriptOf('web/parts/orders/again.tsx')).toBe('orders')
})

test('a layout, the root and the entry are in the script loaded with them', () => {
  expect(scriptOf('web/entry.client.tsx')).toBe('framework')
  expect(scriptOf('web/root.tsx')).toBe('base')
  expect(scriptOf('web/app/errors/page-boundary.tsx')).toBe('signed-in')
  expect(scriptOf('web/app/layouts/signed-in-layout.tsx')).toBe('shop')
  expect(scriptOf('web/app/layouts/staff-layout.tsx')).toBe('staff')
})

test("modules of one area are in the area's script, and modules of one page in the page's", () => {
  expect(scriptOf('contract/orders/desk.ts')).toBe('admin-orders')
  expect(scriptOf('web/admin/orders/orders-page.tsx')).toBe('admin/orders/orders-page.tsx')
  expect(scriptOf('web/admin/orders/columns.tsx')).toBe('admin/orders/orders-page.tsx')
  expect(scriptOf('web/platform/texts.en.ts')).toBeNull()
})

test('modules shared by nested pages are in their parent page', () => {
  expect(scriptOf('web/shop/settings/section.tsx')).toBe('shop/settings/settings-page.tsx')
  expect(scriptOf('web/ui/page/tabs.tsx')).toBe('shop/settings/settings-page.tsx')
  expect(scriptOf('web/shop/settings/name.tsx')).toBe('shop/settings/profile-tab.tsx')
  const [around, inside] = ['section', 'name'].map((one) => findScript(`web/shop/settings/${one}.tsx`)?.layer)
  expect(around).toBeLessThan(inside ?? 0)
})

test('code that opens later is in its own file, and a dialog is one file', () => {
  expect(scriptOf('web/admin/orders/act.ts')).toBeNull()
  expect(scriptOf('web/ui/dialog/dialog-box.tsx')).toBe('dialog')
})

test('code that several open is in no script of one page or one audience', () => {
  expect(scriptOf('web/parts/landing/topics.tsx')).toBe('parts-landing')
  expect(scriptOf('web/ui/text/mark.tsx')).toBe('base')
  expect(scriptOf('web/platform/i18n/say-refusal.ts')).toBe('signed-in')
})
