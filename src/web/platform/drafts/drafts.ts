import { useState } from 'react'
import { getSession, onSessionChange } from '#web/platform/session/session.ts'

const prefix = 'draft:'
type Values = Readonly<Record<string, string>>
/**
 * The only fields that a form may store as a draft: texts and contact data. No money, rate, percentage, limit or
 * permission: a form that was left would come back with values that its user had decided against.
 */
export type DraftField =
  | 'name'
  | 'email'
  | 'phone'
  | 'country'
  | 'language'
  | 'subject'
  | 'category'
  | 'orderId'
  | 'message'
  | 'note'
  | 'by_email'
  | `texts.${string}`
/** The id of the draft's user; 0 for a visitor. */
type Owner = number

export type Draft = {
  /** The draft as stored when the form was opened. */
  values: Values
  /** Stores the form's texts for the next time it is opened in this tab. */
  keep: (form: HTMLFormElement) => void
  /** The same without unchanged fields: their initial values may differ by then. */
  keepChanged: (form: HTMLFormElement) => void
  /** The same for a form that manages its own values. */
  keepValues: (values: Values) => void
  /** Deletes the draft. */
  forget: () => void
}

/**
 * The draft of the form of this name, limited to `fields` if given; New Order passes none. It belongs to the user who
 * opened the form, even if the session ends meanwhile.
 */
export function useDraft(name: string, fields?: readonly DraftField[]): Draft {
  const [draft] = useState(() => openDraft(name, getSession()?.user.id ?? 0, fields))
  return draft
}

export function openDraft(name: string, owner: Owner, fields?: readonly DraftField[]): Draft {
  const key = keyOf(name, owner)
  const pick = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).filter(([field]) => fields?.some((one) => one === field) ?? true),
    )
  const store = (values: Values) => {
    if (fields?.length !== 0) sessionStorage.setItem(key, JSON.stringify(pick(values)))
  }
  return {
    values: pick(readValues(key)),
    keep: (form) => store(valuesIn(form, isSecretBox)),
    keepChanged: (form) => store(valuesIn(form, (box) => isSecretBox(box) || isUntouched(box))),
    keepValues: (values) => sessionStorage.setItem(key, JSON.stringify(values)),
    forget: () => sessionStorage.removeItem(key),
  }
}

/**
 * Calls `keep` only when the session ends, or when a link reloads the page in another language; the draft is then
 * restored once. Otherwise a short form that was left is not restored. Called before a deliberate sign-out deletes
 * stored drafts. Returns what unsubscribes it.
 */
export function keepOverSignIn(draft: Draft, keep: () => void): () => void {
  draft.forget()
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[hreflang]') !== null) keep()
  }
  // Also stores what is typed while the login page loads; for a visitor no session has ended.
  let hasEnded = false
  const onInput = () => {
    if (hasEnded) keep()
  }
  document.addEventListener('click', onClick)
  document.addEventListener('input', onInput)
  const unfollow = onSessionChange(() => {
    hasEnded = getSession() === null
    if (hasEnded) keep()
  })
  return () => {
    document.removeEventListener('click', onClick)
    document.removeEventListener('input', onInput)
    unfollow()
  }
}

/** Deletes drafts: those of other users at sign-in, and the user's own at a deliberate sign-out. */
export function forgetDrafts(isMeant: (owner: Owner) => boolean): void {
  if (typeof sessionStorage === 'undefined') return
  for (const key of Object.keys(sessionStorage)) {
    const owner = /^(?:draft|intent):(\d+):/.exec(key)?.[1]
    if (owner !== undefined && isMeant(Number(owner))) sessionStorage.removeItem(key)
  }
}

function keyOf(name: string, owner: Owner): string {
  return `${prefix}${owner}:${name}`
}

function readValues(key: string): Values {
  const text = typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(key)
  if (text === null) return {}
  try {
    return JSON.parse(text) as Values // written by `keep` alone
  } catch {
    return {}
  }
}

/** Files are never stored. */
function valuesIn(form: HTMLFormElement, isLeftOut: (box: Box) => boolean): Values {
  const leftOut = new Set(
    boxesIn(form)
      .filter(isLeftOut)
      .map(({ name }) => name),
  )
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !leftOut.has(entry[0]),
  )
  return Object.fromEntries(entries)
}

/** Secrets are never stored. */
function isSecretBox(box: Box): boolean {
  return box instanceof HTMLInputElement && isSecret(box)
}

/** A password stays a secret while it is shown, when its field has type `text`. */
export function isSecret({ type, autocomplete, dataset }: SecretFacts): boolean {
  return type === 'password' || 'secret' in dataset || /password|one-time-code/.test(autocomplete)
}

type SecretFacts = Pick<HTMLInputElement, 'type' | 'autocomplete'> & { dataset: object }

/**
 * Puts the draft into fields that still have their initial values. What the browser or the visitor filled in meanwhile
 * stays; boxes are only ticked, never cleared. Returns the changed fields.
 */
export function fillFrom(form: HTMLFormElement, values: Values): Box[] {
  const filled: Box[] = []
  for (const box of boxesIn(form)) {
    const value = values[box.name]
    if (value === undefined || isSecretBox(box)) continue
    if (box instanceof HTMLInputElement && box.type === 'checkbox') box.checked = true
    else if (box.type !== 'radio' && box.type !== 'hidden' && isUntouched(box) && box.value !== value) {
      box.value = value
      filled.push(box)
    }
  }
  return filled
}

/** Resets each field of a draft to its initial value, with an input event, and focuses the text area. */
export function emptyBoxes(form: HTMLFormElement, fields: readonly DraftField[]): void {
  const boxes = boxesIn(form).filter((box) => fields.some((field) => field === box.name))
  for (const box of boxes) {
    if (box instanceof HTMLSelectElement)
      box.value = [...box.options].find(({ defaultSelected }) => defaultSelected)?.value ?? ''
    else if (box instanceof HTMLInputElement && box.type === 'checkbox') box.checked = box.defaultChecked
    else box.value = box.defaultValue
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  boxes.find((box) => box instanceof HTMLTextAreaElement)?.focus()
}

/** Whether a text field differs from its initial value. */
export function isTyped(form: HTMLFormElement): boolean {
  const boxes = [...form.querySelectorAll<Box>('input, textarea')]
  return boxes.some((box) => !isSecretBox(box) && !isUntouched(box))
}

type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function boxesIn(form: HTMLFormElement): Box[] {
  return [...form.querySelectorAll<Box>('input, textarea, select')]
}

function isUntouched(box: Box): boolean {
  if (!(box instanceof HTMLSelectElement)) return box.value === box.defaultValue
  return [...box.options].every(({ selected, defaultSelected }) => selected === defaultSelected)
}

/** The stored draft of this name and user, for a form that keeps its own state; undefined if there is none. */
export function readKept(name: string): unknown {
  const text = sessionStorage.getItem(keyOf(name, getSession()?.user.id ?? 0))
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined deletes it. The value must contain no secret. */
export function keepValue(name: string, value: unknown): void {
  const key = keyOf(name, getSession()?.user.id ?? 0)
  if (value === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(value))
}
