import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Language } from '#contract/base/languages.ts'
import type { Answer } from './answer-calls.ts'
import { openPage, type Viewer } from './open-page.tsx'

type Role = Parameters<typeof page.getByRole>[0]
type Names = readonly (string | RegExp)[]
/** By its role and name; `text` is anywhere, in an element of its own. */
export type Shown = { readonly [role in Role | 'text']?: Names }

export type Screen = {
  /** As the specification calls it. */
  name: string
  at: string
  viewer?: Viewer
  /** English where it is not said. */
  language?: Language
  answers?: readonly Answer[]
  /** What is done before the texts are looked for. */
  first?: () => Promise<void>
  shows: Shown
}

let takeAway = () => {}
afterEach(() => {
  takeAway()
  takeAway = () => {}
  document.documentElement.lang = 'en'
})

/** A test for each screen: all of its texts stand there, each in its role, word for word. */
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

/** For a step on the way. */
export async function expectShown(shows: Shown): Promise<void> {
  expect(await missingAtLast(shows)).toEqual([])
}

/** What is still missing in the end. Each look reads the whole page: until the first one stands there, no other is looked for. */
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
  // Those of a closed list are on no screen, and are read all the same.
  return found.elements().some((element) => role === 'option' || element.checkVisibility())
}

/** Presses what has this name, once it is there. By a script, which is quicker than a hand: whether a hand can, others test. */
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
  // React notices what was written behind its back.
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
