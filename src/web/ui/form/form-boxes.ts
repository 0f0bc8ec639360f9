import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { readBoxes } from '#web/ui/fields/typed-number.ts'
import { type Box, writeBox } from '#web/ui/fields/write-box.ts'
import type { Errors } from './form-context.ts'

/** The content of a form's fields at one moment: as typed, and with numbers as plain digits. `names`: the fields that existed. */
export type Held = { typed: FormData; plain: FormData; names: Set<string> }

/** A refused number counts as empty, so that it gets only one message. */
export function readForm(form: HTMLFormElement): Held {
  const typed = new FormData(form)
  const plain = new FormData(form)
  const { plains, refusals } = readBoxes(form, readerLanguage())
  for (const box of Object.keys(refusals)) plain.set(box, '')
  for (const [box, digits] of Object.entries(plains)) plain.set(box, digits)
  return { typed, plain, names: new Set(namesIn(form)) }
}

/**
 * Whether every field has its initial value. A field added later starts with its value at that time; removed fields
 * don't count. Files are compared by name and size.
 */
export function isAsBegun(form: HTMLFormElement, { typed, names }: Held): boolean {
  const now = new FormData(form)
  return namesIn(form).every((name) => {
    if (!names.has(name)) for (const value of now.getAll(name)) typed.append(name, value)
    names.add(name)
    return toText(now.getAll(name)) === toText(typed.getAll(name))
  })
}

function toText(values: readonly FormDataEntryValue[]): string {
  return JSON.stringify(
    values.map((value) => (typeof value === 'string' ? value : `${value.name} ${value.size}`)),
  )
}

/** The members of `now` that differ from `before`, compared as JSON. */
export function changesFrom(before: unknown, now: unknown): Record<string, unknown> {
  const old: Record<string, unknown> = Object(before)
  const members = Object.entries(Object(now) as Record<string, unknown>)
  return Object.fromEntries(
    members.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])),
  )
}

/** Resets all fields as if it had been typed: React and the form's listeners are notified. */
export function putBack(form: HTMLFormElement, typed: FormData): void {
  const boxes = [...form.elements].filter(isBox)
  const seen = new Map<string, number>()
  for (const box of boxes.filter(({ name, disabled }) => name !== '' && !disabled)) {
    const values = typed.getAll(box.name)
    if (box instanceof HTMLInputElement && (box.type === 'checkbox' || box.type === 'radio')) {
      const wasChecked = values.includes(box.value)
      if (box.checked !== wasChecked && (wasChecked || box.type === 'checkbox')) box.click()
      continue
    }
    const at = seen.get(box.name) ?? 0
    seen.set(box.name, at + 1)
    const value = values[at]
    if (box.type !== 'file' && box.type !== 'hidden') writeBox(box, typeof value === 'string' ? value : '')
  }
}

function isBox(element: Element): element is Box {
  return ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName)
}

/** Updates fields to what the server has stored. */
export function putSaved(
  form: HTMLFormElement,
  { typed, plain }: Held,
  boxes: Readonly<Record<string, string>>,
) {
  for (const [name, text] of Object.entries(boxes)) {
    typed.set(name, text)
    plain.set(name, text)
    for (const box of [...form.elements].filter(isBox)) if (box.name === name) writeBox(box, text)
  }
}

export function namesIn(form: HTMLFormElement | null): string[] {
  return [...(form?.elements ?? [])].map((field) => field.getAttribute('name') ?? '')
}

/** The message for a refused field that the form does not have: shown above the form. */
export function findHomeless(errors: Errors, names: readonly string[]): string | undefined {
  const isAtHome = (field: string) =>
    names.some((name) => field === name || (name !== '' && field.startsWith(`${name}.`)))
  return Object.entries(errors).find(([field]) => !isAtHome(field))?.[1]
}

/** Focuses the first refused field, by its displayed error or by its name. */
export function focusFirst(form: HTMLFormElement | null, errors: Errors): void {
  const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLElement)
  const isBad = (field: HTMLElement) =>
    field.getAttribute('aria-invalid') === 'true' || errors[field.getAttribute('name') ?? ''] !== undefined
  fields.find(isBad)?.focus()
}
