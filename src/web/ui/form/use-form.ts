import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { toFieldRefusals } from '#contract/base/field-codes.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { readerLanguage, useLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayRefusedFields } from '#web/platform/i18n/say-fields.ts'
import {
  type DraftField,
  emptyBoxes,
  fillFrom,
  isTyped,
  keepOverSignIn,
  useDraft,
} from '#web/platform/drafts/drafts.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { readBoxes } from '#web/ui/fields/typed-number.ts'

type Errors = Readonly<Record<string, string>>

type Drafted = { name: string; fields: readonly DraftField[] }

type Refused = { errors: Errors; message: string | undefined }

type FormOptions<S extends z.ZodMiniType> = {
  /** The request body's schema, or one made of the same parts. */
  schema: S
  /**
   * Of long texts: fields that are stored in this tab while they are typed, and filled in when the form is opened again, which
   * it says (`DraftNote`). A dialog has none: closing it is canceling.
   */
  draft?: Drafted
  /** Texts that are there again, where they were changed, only after the session ended under the form or a link changed the language. */
  overSignIn?: Drafted
  /** Submits only the members that differ from those that the form began with: what nobody touched isn't sent. */
  changesOnly?: boolean
  /** Refused fields that are shown although no box has their name. */
  shows?: readonly string[]
  /** What the schema is given; by default every named field as text. Numbers are plain digits with one point here. */
  toValues?: (data: FormData) => unknown
  /** Rules between fields, and boxes that must be ticked: field → sentence. */
  check?: (data: FormData) => Errors
  /** Answers 'asks' where nothing was saved yet: the draft is kept until `forget`, and what was changed stays a change. */
  onSubmit: (values: z.output<S>) => Promise<void | 'asks'>
  /** The sentence for a failure that brings none. */
  failure?: string
  /** What the page's `action` said of the form, where it was sent without a script. */
  refused?: Refused | undefined
}

/**
 * A form of named, uncontrolled fields. Leaving it forgets what was typed, except the texts of its `draft`. It checks with
 * the contract's schema, shows each error at its field, moves to the first bad one, takes no second submit while it is busy, and shows the
 * server's refusal, also one of a field that it does not have. Before the script is there it is a POST, so that nothing that
 * was typed gets into an address.
 *
 *     const form = useForm({ schema: loginBody, onSubmit: async (values) => { … } })
 *     <form {...form.props}> {form.message && <Alert>{form.message}</Alert>} <TextField error={form.errors.email} … />
 */
export function useForm<S extends z.ZodMiniType>({
  schema,
  draft: written,
  overSignIn,
  changesOnly = false,
  shows = [],
  toValues,
  check,
  onSubmit,
  failure,
  refused,
}: FormOptions<S>) {
  const language = useLanguage()
  const element = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>(refused?.errors ?? {})
  const [refusal, setRefusal] = useState<{ message: string; error: unknown } | undefined>(() =>
    refused?.message === undefined ? undefined : { message: refused.message, error: undefined },
  )
  const [isBusy, setIsBusy] = useState(false)
  const drafted = written ?? overSignIn ?? noDraft
  const draft = useDraft(drafted.name, drafted.fields)
  const isWritten = written !== undefined
  const [isRestored, setIsRestored] = useState(false)
  /** What the boxes held when the form was opened, or last saved. A reload behind the form changes none of them. */
  const began = useRef<FormData>(undefined)

  useEffect(() => {
    if (element.current === null) return undefined
    began.current ??= plainDataIn(element.current)
    // What was typed before the page was alive is heard of by nobody else.
    const wasTyped = isTyped(element.current)
    const filled = fillFrom(element.current, draft.values)
    if (!isWritten)
      return keepOverSignIn(draft, () => {
        if (element.current !== null) draft.keepChanged(element.current)
      })
    setIsRestored(filled.length > 0)
    if (wasTyped) draft.keep(element.current)
    return undefined
  }, [draft, isWritten])

  function refuse(found: Errors): void {
    setErrors(found)
    const message = findHomeless(found, [...namesIn(element.current), ...shows])
    if (message !== undefined) setRefusal({ message, error: undefined })
    focusFirst(element.current, found)
  }

  /** A refusal belongs to what was refused: it goes when its field is mended. */
  function note({ currentTarget, target }: FormEvent<HTMLFormElement>): void {
    if (isWritten) draft.keep(currentTarget)
    const mended = target instanceof Element ? target.getAttribute('name') : null
    if (mended !== null && errors[mended] !== undefined)
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== mended)))
  }

  function forget(): void {
    draft.forget()
    setIsRestored(false)
  }

  function discard(): void {
    if (element.current !== null) emptyBoxes(element.current, drafted.fields)
    forget()
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (element.current === null || isBusy) return
    const data = plainDataIn(element.current)
    const { refusals } = readBoxes(element.current, language)
    setRefusal(undefined)
    const valuesOf = (own: FormData) => toValues?.(own) ?? Object.fromEntries(own)
    const asked =
      changesOnly && began.current !== undefined
        ? changesFrom(valuesOf(began.current), valuesOf(data))
        : valuesOf(data)
    const parsed = z.safeParse(schema, asked)
    const found = {
      ...check?.(data),
      ...(parsed.success ? {} : sayRefusedFields(language, toFieldRefusals(parsed.error.issues))),
      ...refusals,
    }
    if (!parsed.success || Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    setIsBusy(true)
    try {
      if ((await onSubmit(parsed.data)) === 'asks') return
      forget()
      began.current = data
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (element.current === null) tellElsewhere(error, failure)
      else if (Object.keys(fields).length > 0) refuse(fields)
      else setRefusal({ message: messageOf(error, failure), error })
    } finally {
      setIsBusy(false)
    }
  }

  return {
    props: {
      ref: element,
      method: 'post' as const,
      noValidate: true,
      onInput: note,
      onSubmit: (event: FormEvent) => void submit(event),
    },
    errors,
    message: refusal?.message,
    error: refusal?.error,
    isBusy,
    forget,
    /** Takes the draft that was filled in out again; undefined where there is none. */
    discard: isRestored ? discard : undefined,
  }
}

/** What a form holds, its numbers as plain digits. What is refused counts as empty, so that nothing else is said of it. */
function plainDataIn(form: HTMLFormElement): FormData {
  const data = new FormData(form)
  const { plains, refusals } = readBoxes(form, readerLanguage())
  for (const box of Object.keys(refusals)) data.set(box, '')
  for (const [box, plain] of Object.entries(plains)) data.set(box, plain)
  return data
}

const noDraft = { name: '', fields: [] } as const

/** The members of `now` that aren't as in `before`, compared as JSON. */
export function changesFrom(before: unknown, now: unknown): Record<string, unknown> {
  const old: Record<string, unknown> = Object(before)
  const members = Object.entries(Object(now) as Record<string, unknown>)
  return Object.fromEntries(
    members.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])),
  )
}

/** Whoever closed the form meanwhile takes it for done. Who has to sign in again is told so there. */
function tellElsewhere(error: unknown, failure: string | undefined): void {
  const isOver = error instanceof ApiError && error.status === 401
  if (!isOver) toast('error', messageOf(error, failure))
}

function namesIn(form: HTMLFormElement | null): string[] {
  return [...(form?.elements ?? [])].map((field) => field.getAttribute('name') ?? '')
}

/** The sentence of a refused field that the form has no place for: it is shown above the form. */
export function findHomeless(errors: Errors, names: readonly string[]): string | undefined {
  return Object.entries(errors).find(([field]) => !names.includes(field))?.[1]
}

function focusFirst(form: HTMLFormElement | null, errors: Errors): void {
  const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLElement)
  const first = fields.find((field) => errors[field.getAttribute('name') ?? ''] !== undefined)
  // After the errors are rendered, so that the field is read out with its own.
  requestAnimationFrame(() => first?.focus())
}
