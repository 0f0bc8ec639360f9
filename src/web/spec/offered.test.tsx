import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { createRoutesStub, type LoaderFunction, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Permission, permissions } from '#contract/base/permissions.ts'
import { answerAs, self } from '#web/testing/contract-server.ts'
import { Toasts } from '#web/ui/feedback/toast.tsx'
import routesText from '#web/routes.ts?raw'
import { sessionContext } from '#web/platform/session/guard.ts'
import { mayOpen } from '#web/platform/session/may.ts'
import { getSession } from '#web/platform/session/session.ts'

// Staff with each permission open each admin page and click everything that it offers. Responses come from a simulated
// server based on the contract: what it refuses there, it refuses here.

type PageModule = {
  default: ComponentType
  clientLoader?: LoaderFunction
  ErrorBoundary?: ComponentType
}
const modules = import.meta.glob<PageModule>(['/src/web/admin/**/*-{page,index}.tsx'])
// Lazily loaded parts are available immediately.
import.meta.glob('/src/web/{shop,admin,parts}/**/*-dialog.tsx', { eager: true })

/** Each page by its URL, with its files. */
const pages: readonly (readonly [address: string, ...files: string[]])[] = [
  ['/admin/dashboard', 'dashboard/dashboard-page'],
  ['/admin/api', 'api/api-page', 'api/api-keys-page'],
  ['/admin/api/webhooks', 'api/api-page', 'api/webhooks-page'],
  ...['brand', 'front', 'contact', 'texts', 'access', 'lists'].map((part) => settingsPage('site', part)),
  settingsPage('legal', 'legal'),
  ['/admin/settings/visitors', 'settings/settings-page', 'settings/site/visitor-tags-page'],
  ...['money', 'limits'].map((part) => settingsPage('money', part)),
  settingsPage('backups', 'backups'),
  settingsPage('methods', 'methods'),
  ['/admin/settings/methods/cryptomus', 'settings/settings-page', 'settings/methods/method-page'],
  ...['mail', 'storage', 'translator', 'api', 'retention'].map((part) => settingsPage('system', part)),
  ['/admin/services/import', 'imports/import-page'],
  ['/admin/announcements', 'announcements/announcements-page'],
  ['/admin/announcements/new', 'announcements/new-announcement-page'],
  ['/admin/deposits', 'deposits/deposits-page'],
  ['/admin/deposits/1', 'deposits/deposits-page', 'deposits/deposit-page'],
  ['/admin/services', 'services/services-page'],
  ['/admin/services/names', 'services/names/names-page'],
  ['/admin/audit', 'audit/audit-page'],
  ['/admin/audit/1', 'audit/audit-page', 'audit/action-page'],
  ['/admin/orders', 'orders/orders-page'],
  ['/admin/orders/incidents', 'orders/incidents/incidents-page'],
  ['/admin/orders/1', 'orders/order/order-page'],
  ['/admin/providers', 'providers/providers-page'],
  ['/admin/providers/1', 'providers/provider/provider-page'],
  ['/admin/reports', 'reports/reports-page'],
  ['/admin/reports/reconciliation', 'reports/reconciliation/reconciliation-page'],
  ['/admin/users', 'users/users-page'],
  ['/admin/users/1', 'users/user/user-page'],
  ['/admin/users/3', 'users/user/user-page'],
  ['/admin/users/4', 'users/user/user-page'],
  ['/admin/transactions', 'transactions/transactions-page'],
  ['/admin/contact', 'contact/contact-page'],
  ['/admin/failures', 'failures/failures-page'],
  ['/admin/tickets', 'tickets/tickets-page'],
  ['/admin/tickets/replies', 'tickets/replies/canned-replies-page'],
  ['/admin/tickets/1', 'tickets/ticket-page'],
  ['/admin/tickets/3', 'tickets/ticket-page'],
  ['/admin/tickets/4', 'tickets/ticket-page'],
]

function settingsPage(folder: string, part: string) {
  return [`/admin/settings/${part}`, 'settings/settings-page', `settings/${folder}/${part}-page`] as const
}

const refused: string[] = []
let pending = 0

let takeAway = () => {}
beforeEach(() => {
  refused.length = 0
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.removeItem('session')
})

function signIn(own: readonly Permission[]): void {
  const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
  const user = {
    id: self,
    name: 'Ada',
    email: 'ada@example.com',
    role: 'admin',
    permissions: own,
    balance: 0,
  }
  localStorage.setItem('session', JSON.stringify({ token, user }))
  const answer = answerAs({ role: 'admin', permissions: own }, refused)
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    pending += 1
    try {
      return await answer(String(path), init)
    } finally {
      pending -= 1
    }
  })
}

async function modulesOf(files: readonly string[]): Promise<PageModule[]> {
  const found = await Promise.all(files.map((file) => modules[`/src/web/admin/${file}.tsx`]?.()))
  return found.map((one) => {
    if (one === undefined) throw new Error(`${files.join()} is no page`)
    return one
  })
}

function contextOf(): RouterContextProvider {
  const context = new RouterContextProvider()
  const session = getSession()
  if (session !== null) context.set(sessionContext, session)
  return context
}

/** A page's requests, without the page. */
async function load(address: string, files: readonly string[]): Promise<void> {
  const request = new Request(new URL(address, 'http://here'))
  const params = { id: '1', number: '1' }
  const given = { request, url: new URL(request.url), pattern: address, params, context: contextOf() }
  for (const { clientLoader } of await modulesOf(files))
    await Promise.resolve(clientLoader?.(given)).catch(() => {})
}

async function open(address: string, files: readonly string[]): Promise<void> {
  takeAway()
  const [outer, inner] = await modulesOf(files)
  if (outer === undefined) return
  const at = (path: string, { default: Component, clientLoader, ErrorBoundary }: PageModule) => ({
    path,
    Component,
    ...(clientLoader && { loader: clientLoader }),
    ...(ErrorBoundary && { ErrorBoundary }),
    HydrateFallback: () => null,
  })
  const list = address.replace(/\/[^/]+$/, '')
  const path = address.replace(/\/(?:\d+|cryptomus)$/, '/:id')
  const route =
    inner === undefined
      ? at(path, outer)
      : { ...at(list, outer), children: [at(path.replace('/audit/:id', '/audit/:number'), inner)] }
  const Page = createRoutesStub(
    [{ id: 'root', path: '/', children: [route, { path: '*', Component: () => null }] }],
    contextOf(),
  )
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  takeAway = () => {
    root.unmount()
    host.remove()
  }
  root.render(
    <>
      <main>
        <Page initialEntries={[address]} />
      </main>
      <Toasts />
    </>,
  )
  const isShown = () =>
    Boolean(host.querySelector('main')?.textContent) && document.querySelector('div[aria-busy=true]') === null
  await vi.waitUntil(isShown, { interval: 10, timeout: 10_000 })
  await settle()
}

/** Waits until there are no more requests and the responses are rendered. */
async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = pending > 0 ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve))
}

const floating = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
const openBox = () => [...document.querySelectorAll<HTMLElement>(floating)].at(-1)

/** Clicks everything, each name once, and everything in what opens. */
async function pressAll(): Promise<string[]> {
  for (const box of document.querySelectorAll<HTMLInputElement>('input[type=checkbox]'))
    if (!box.disabled) box.click()
  await settle()
  const pressed = new Set<string>()
  for (;;) {
    const next = pressable(document.body).find((button) => !pressed.has(nameOf(button)))
    if (next === undefined) return [...pressed]
    pressed.add(nameOf(next))
    next.click()
    await settle()
    await answerOpened()
  }
}

async function answerOpened(depth = 0): Promise<void> {
  const box = openBox()
  if (box === undefined) return
  fillIn(box)
  const pressed = new Set<string>()
  for (;;) {
    const next = pressable(box).find((button) => !pressed.has(nameOf(button)))
    if (next === undefined || !box.isConnected) break
    pressed.add(nameOf(next))
    next.click()
    await settle()
    if (openBox() !== box && depth < 2) await answerOpened(depth + 1)
  }
  for (let tries = 0; tries < 3 && box.isConnected; tries += 1) {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
    await settle()
  }
}

function pressable(within: HTMLElement, isWanted = isAsking): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('button, [role=menuitem], [role=option]')].filter(
    (button) => !button.matches(':disabled, [aria-disabled=true], [inert] *') && isWanted(button),
  )
}

/** Filters, sorting, copying and changes of typed values send no request of their own. */
function isAsking(button: HTMLElement): boolean {
  return (
    !button.matches('[aria-pressed], [role=tab], th *') &&
    !/^(?:cancel|close|print|less|more|copy .*|move rule .*|try again)$/i.test(nameOf(button))
  )
}

function nameOf(button: HTMLElement): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()
}

function fillIn(box: HTMLElement): void {
  for (const field of box.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (field.matches(':disabled, [readonly], [type=checkbox], [type=radio], [type=file], [type=date]'))
      continue
    write(field, field.type === 'email' ? 'a@example.com' : '1')
  }
  for (const field of box.querySelectorAll('select')) {
    const last = [...field.options].findLast(({ disabled }) => !disabled)
    if (last !== undefined && !field.disabled) write(field, last.value)
  }
}

function write(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

test('every page of the administration is among those that are opened here', () => {
  const files = [...routesText.matchAll(/'admin\/([a-z/-]+)\.tsx'/g)].map(([, file = '']) => file)
  const known = pages.flatMap(([, ...own]) => own)
  const framed = ['frame/staff-index', 'settings/settings-index']
  expect(files.filter((file) => !known.includes(file) && !framed.includes(file))).toEqual([])
})

/** Each permission alone, and pairs where one opens the page and the other is needed for what it offers. */
const sets: readonly (readonly Permission[])[] = [
  [],
  ...permissions.map((one) => [one]),
  ['users', 'support'],
]

test.each(sets.map((own) => [own.join() || 'none', own] as const))(
  'with the permission %s: pages open as the server answers, and nothing that is offered is refused',
  async (_name, own) => {
    signIn(own)
    for (const [address, ...files] of pages) {
      refused.length = 0
      const isOpen = mayOpen(getSession()?.user, address)
      await (isOpen ? open(address, files) : load(address, files))
      // Staff sessions: the page says who may see them.
      const before = refused.filter((name) => name !== 'listSessions')
      expect([address, before.length > 0, before]).toEqual([address, !isOpen, before])
      if (!isOpen) continue
      const again = pressable(document.body, () => true).filter((button) => nameOf(button) === 'Try Again')
      expect([address, again.length, again.length > 0 ? document.body.innerText : '']).toEqual([
        address,
        0,
        '',
      ])
      const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
      expect([address, links.filter((to) => !mayOpen(getSession()?.user, to))]).toEqual([address, []])
      refused.length = 0
      const pressed = await pressAll()
      expect([address, refused, refused.length > 0 ? pressed : []]).toEqual([address, [], []])
    }
  },
)
