import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { toFieldRefusals } from '#contract/base/field-codes.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayRefusedFields } from '#web/platform/i18n/say-fields.ts'
import {
  type DraftField,
  emptyBoxes,
  fillFrom,
  isTyped,
  keepOverSignIn,
  useDraft,
} from '#web/platform/drafts/drafts.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { readBoxes } from '#web/ui/fields/typed-number.ts'
import {
  changesFrom,
  findHomeless,
  focusFirst,
  type Held,
  isAsBegun,
  namesIn,
  putBack,
  putSaved,
  readForm,
} from './form-boxes.ts'
import type { Errors } from './form-context.ts'

type Drafted = { name: string; fields: readonly DraftField[] }

type Refused = { errors: Errors; message: string | undefined }

/**
 * The result of a submit. Nothing: it is saved. 'asks': nothing was saved yet, so the draft stays until `forget`, and
 * changes stay changes. 'again': the form is reset for the next one. Field → text: saved, and this is the stored
 * spelling.
 */
type Outcome = void | 'asks' | 'again' | Readonly<Record<string, string>>

export type FormOptions<S extends z.ZodMiniType> = {
  /** The request body's schema, or one made of the same parts. */
  schema: S
  /**
   * Of long texts: fields that are stored in this tab while they are typed, and filled in when the form is opened again, which
   * it says. A dialog has none: closing it is canceling.
   */
  draft?: Drafted
  /** Texts that are there again, where they were changed, only after the session ended under the form or a link changed the language. */
  overSignIn?: Drafted
  /** Submits only the members that differ from the initial ones: untouched ones aren't sent. */
  changesOnly?: boolean
  /** Refused fields that are shown although no box has their name. */
  shows?: readonly string[]
  /** What the schema is given; by default every named field as text. Numbers are plain digits with one point here. */
  toValues?: (data: FormData) => unknown
  /** Rules between fields, and boxes that must be ticked: field → sentence. */
  check?: (data: FormData) => Errors
  onSubmit: (values: z.output<S>) => Promise<Outcome>
  /** The sentence for a failure that brings none. */
  failure?: string
  /** What the page's `action` said of the form, where it was sent without a script. */
  refused?: Refused | undefined
  /**
   * For a form whose values its page holds and `toValues` reads: whether they differ from the saved ones, and what
   * resets them.
   */
  held?: { isDirty: boolean; discard: () => void }
}

/**
 * A form of named, uncontrolled fields. Leaving it forgets what was typed, except the texts of its `draft`. It checks with
 * the contract's schema, shows each error at its field, moves to the first bad one, takes no second submit while it is busy, and
 * shows the server's refusal, also one of a field that it does not have. Before the script is there it is a POST, so that
 * nothing that was typed gets into an address.
 *
 *     const form = useForm({ schema: updateNote.body, onSubmit: async (values) => { … } })
 *     <Form form={form}> <TextField name="title" label={t('title')} /> <SaveBar /> </Form>
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
  held,
}: FormOptions<S>) {
  const language = useLanguage()
  const element = useRef<HTMLFormElement>(null)
  /** What the boxes held when the form was opened, or last saved. A reload behind the form changes none of them. */
  const began = useRef<Held & { form: HTMLFormElement }>(undefined)
  const [errors, setErrors] = useState<Errors>(refused?.errors ?? {})
  const [refusal, setRefusal] = useState<{ message: string; error: unknown } | undefined>(() =>
    refused?.message === undefined ? undefined : { message: refused.message, error: undefined },
  )
  const isRefused = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const [isRestored, setIsRestored] = useState(false)
  const drafted = written ?? overSignIn ?? noDraft
  const draft = useDraft(drafted.name, drafted.fields)
  const isWritten = written !== undefined

  // When the form is there, which may be later than the hook: in a dialog.
  const open = useCallback(
    (form: HTMLFormElement) => {
      element.current = form
      if (began.current?.form !== form) began.current = { form, ...readForm(form) }
      // Text typed before hydration has fired no event that React saw.
      const wasTyped = isTyped(form)
      const filled = fillFrom(form, draft.values)
      if (isWritten && filled.length > 0) setIsRestored(true)
      if (isWritten && wasTyped) draft.keep(form)
      const unfollow = isWritten ? undefined : keepOverSignIn(draft, () => draft.keepChanged(form))
      return () => {
        element.current = null
        unfollow?.()
      }
    },
    [draft, isWritten],
  )

  function compare(): void {
    setIsChanged(began.current?.form === element.current && !isAsBegun(began.current.form, began.current))
  }
  // A restored draft, or a field changed by code.
  useEffect(compare)

  // Once the errors are rendered, so that the field is read out with its own.
  useEffect(() => {
    if (!isRefused.current) return
    isRefused.current = false
    focusFirst(element.current, errors)
  }, [errors])

  function refuse(found: Errors): void {
    isRefused.current = true
    setErrors(found)
    const message = findHomeless(found, [...namesIn(element.current), ...shows])
    if (message !== undefined) setRefusal({ message, error: undefined })
  }

  /** An error belongs to the value it was about: it is removed when its field changes. */
  function note({ currentTarget, target }: FormEvent<HTMLFormElement>): void {
    if (isWritten) draft.keep(currentTarget)
    compare()
    const changed = target instanceof Element ? target.getAttribute('name') : null
    if (changed === null || changed === '') return
    const isOfIt = (field: string) => field === changed || field.startsWith(`${changed}.`)
    if (Object.keys(errors).some(isOfIt))
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !isOfIt(field))))
  }

  function forget(): void {
    draft.forget()
    setIsRestored(false)
  }

  function discardDraft(): void {
    if (element.current !== null) emptyBoxes(element.current, drafted.fields)
    forget()
  }

  /** Everything is again as it began, or was last saved. */
  function discard(): void {
    held?.discard()
    if (held === undefined && element.current !== null && began.current !== undefined)
      putBack(element.current, began.current.typed)
    setErrors({})
    setRefusal(undefined)
    forget()
  }

  function settle(outcome: Outcome, sent: Held): void {
    if (outcome === 'asks') return
    if (outcome === 'again') return discard()
    forget()
    if (began.current !== undefined) began.current = { form: began.current.form, ...sent }
    put(outcome ?? {})
    compare()
  }

  /** New values of fields that nobody typed into: they were saved this way. */
  function put(boxes: Readonly<Record<string, string>>): void {
    if (element.current !== null && began.current !== undefined)
      putSaved(element.current, began.current, boxes)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (element.current === null || isBusy || held?.isDirty === false) return
    const sent = readForm(element.current)
    const { refusals } = readBoxes(element.current, language)
    setRefusal(undefined)
    const valuesOf = (own: FormData) => toValues?.(own) ?? Object.fromEntries(own)
    const asked =
      changesOnly && began.current !== undefined
        ? changesFrom(valuesOf(began.current.plain), valuesOf(sent.plain))
        : valuesOf(sent.plain)
    const parsed = z.safeParse(schema, asked, { reportInput: true })
    const found = {
      ...check?.(sent.plain),
      ...(parsed.success ? {} : sayRefusedFields(language, toFieldRefusals(parsed.error.issues))),
      ...refusals,
    }
    if (!parsed.success || Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    setIsBusy(true)
    try {
      settle(await onSubmit(parsed.data), sent)
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
      ref: open,
      method: 'post' as const,
      noValidate: true,
      onInput: note,
      onSubmit: (event: FormEvent) => void submit(event),
    },
    /** Null before the form is there, and once it was closed. */
    element,
    errors,
    message: refusal?.message,
    error: refusal?.error,
    isBusy,
    isDirty: held?.isDirty ?? isChanged,
    discard,
    isKept: overSignIn !== undefined,
    put,
    forget,
    /** Takes the draft that was filled in out again; undefined where there is none. */
    discardDraft: isRestored ? discardDraft : undefined,
  }
}

const noDraft = { name: '', fields: [] } as const

/** A user who closed the form meanwhile is done with it. An expired session is reported there. */
function tellElsewhere(error: unknown, failure: string | undefined): void {
  const isOver = error instanceof ApiError && error.status === 401
  if (!isOver) toast('error', messageOf(error, failure))
}
