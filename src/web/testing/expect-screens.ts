import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Language } from '#contract/base/languages.ts'
import type { Answer } from './answer-calls.ts'
import { openPage, type Viewer } from './open-page.tsx'

type Role = Parameters<typeof page.getByRole>[0]
type Names = readonly (string | RegExp)[]
/** Elements by role and name; `text` may be anywhere, in its own element. */
export type Shown = { readonly [role in Role | 'text']?: Names }

export type Screen = {
  /** Its name in the specification. */
  name: string
  at: string
  viewer?: Viewer
  /** English by default. */
  language?: Language
  answers?: readonly Answer[]
  /** Runs before the texts are checked. */
  first?: () => Promise<void>
  shows: Shown
}

let takeAway = () => {}
afterEach(() => {
  takeAway()
  takeAway = () => {}
  document.documentElement.lang = 'en'
})

/** A test for each screen: all of its texts are present, each in its role, verbatim. */
export function expectScreens(screens: readonly Screen[]): void {
  test.each(screens)('$name', async ({ shows, ...screen }) => {
    await openHere(screen)
    expect(await missingAtLast(shows)).toEqual([])
  })
}

/** Removed after the test. */
export async function openHere(screen: Omit<Screen, 'name' | 'shows'>): Promise<void> {
  const { at, viewer = 'visitor', language = 'en', answers = [], first } = screen
  document.documentElement.lang = language
  takeAway()
  takeAway = openPage(at, viewer, answers)
  await first?.()
}

/** For intermediate steps. */
export async function expectShown(shows: Shown): Promise<void> {
  expect(await missingAtLast(shows)).toEqual([])
}

/** What is still missing in the end. Look-ups read the whole page: later ones are skipped while an earlier one is missing. */
async function missingAtLast(shows: Shown): Promise<string[]> {
  const all = listNames(shows)
  const isThere = () => all.every(isShown)
  return vi.waitUntil(isThere, { interval: 50, timeout: 10_000 }).then(
    () => [],
    () => missingOf(shows),
  )
}

/** Everything that is missing, so that one failure names all of it. */
export function missingOf(shows: Shown): string[] {
  return listNames(shows)
    .filter((one) => !isShown(one))
    .map(({ role, name }) => `${role} ${String(name)}`)
}

type Named = { role: string; name: string | RegExp }

function listNames(shows: Shown): Named[] {
  return Object.entries(shows).flatMap(([role, names]) => (names as Names).map((name) => ({ role, name })))
}

function isShown({ role, name }: Named): boolean {
  const exact = { exact: true }
  const found =
    role === 'text' ? page.getByText(name, exact) : page.getByRole(role as Role, { name, ...exact })
  // Options of a closed list are invisible but still count.
  return found.elements().some((element) => role === 'option' || element.checkVisibility())
}

/** Clicks the element with this name, once it exists. By script, which is faster: other tests check that users can. */
export async function press(role: Role, name: string | RegExp): Promise<void> {
  const found = page.getByRole(role, { name, exact: true }).first()
  await expect.element(found).toBeVisible()
  const element = found.element() as HTMLElement // with a role
  element.focus()
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

export async function fill(name: string | RegExp, value: string): Promise<void> {
  const found = page
    .getByRole('textbox', { name, exact: true })
    .or(page.getByLabelText(name, { exact: true }))
    .first()
  await expect.element(found).toBeVisible()
  const box = found.element()
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value') ?? {}
  // React notices values that were set outside of it.
  set?.call(box, value)
  for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, { bubbles: true }))
}

export async function attach(name: string | RegExp, files: readonly File[]): Promise<void> {
  const found = page.getByLabelText(name).first()
  await expect.element(found).toBeInTheDocument()
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  const box = found.element() as HTMLInputElement // of files
  box.files = chosen.files
  box.dispatchEvent(new Event('change', { bubbles: true }))
}
