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
 * The result of a submit. Nothing: saved. 'asks': not saved yet, so the draft stays until `forget`, and changes stay
 * unsaved. 'again': the form is reset for the next entry. Field → text: saved, with these stored values.
 */
type Outcome = void | 'asks' | 'again' | Readonly<Record<string, string>>

export type FormOptions<S extends z.ZodMiniType> = {
  /** The request body's schema, or one composed of its parts. */
  schema: S
  /**
   * For long texts: fields that are stored in this tab while typing and restored, with a note, when the form is opened
   * again. Not for dialogs: closing one cancels.
   */
  draft?: Drafted
  /** Fields that are restored, if changed, only after the session ended during editing or a link changed the language. */
  overSignIn?: Drafted
  /** Submits only the members that differ from their initial values. */
  changesOnly?: boolean
  /** Refused fields whose errors are shown although no input has their name. */
  shows?: readonly string[]
  /** The input of the schema; default: every named field as text. Numbers are plain digits with one point here. */
  toValues?: (data: FormData) => unknown
  /** Rules across fields, and boxes that must be ticked: field → message. */
  check?: (data: FormData) => Errors
  onSubmit: (values: z.output<S>) => Promise<Outcome>
  /** The message for a failure without its own. */
  failure?: string
  /** The refusal by the page's `action`, if the form was submitted without scripts. */
  refused?: Refused | undefined
  /**
   * For a form whose values its page holds and `toValues` reads: whether they differ from the saved ones, and a
   * function that resets them.
   */
  held?: { isDirty: boolean; discard: () => void }
}

/**
 * A form of named, uncontrolled fields. Leaving it discards what was typed, except the texts of its `draft`. It
 * validates with the contract's schema, shows each error at its field, focuses the first invalid one, ignores a second
 * submit while it is busy, and shows the server's refusal, even of a field that it does not have. Before hydration it
 * is a POST, so that no typed text gets into a URL.
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
  /** The values when the form was opened or last saved. A reload of the page's data changes none of them. */
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

  // Runs when the form element mounts, which may be later than the hook: in a dialog.
  const open = useCallback(
    (form: HTMLFormElement) => {
      element.current = form
      if (began.current?.form !== form) began.current = { form, ...readForm(form) }
      // React has seen no event for text typed before hydration.
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
  // After every render: a restored draft, or a field changed by code.
  useEffect(compare)

  // After the errors are rendered, so that the focused field is read out with its error.
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

  /** An error belongs to the refused value: it is removed when the field changes. */
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

  /** Restores the initial or last saved values. */
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

  /** New values for untouched fields: the server stored these. */
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
    /** Null before the form mounts and after it closes. */
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
    /** Removes a restored draft; undefined if there is none. */
    discardDraft: isRestored ? discardDraft : undefined,
  }
}

const noDraft = { name: '', fields: [] } as const

/** The user has closed the form, so the error is shown as a toast. An expired session is reported elsewhere. */
function tellElsewhere(error: unknown, failure: string | undefined): void {
  const isOver = error instanceof ApiError && error.status === 401
  if (!isOver) toast('error', messageOf(error, failure))
}
