import { useState } from 'react'
import type * as z from 'zod/mini'
import type { CallOptions } from '#web/platform/api/make-call.ts'
import { type DraftField, openDraft } from '#web/platform/drafts/drafts.ts'
import { makeIntent } from '#web/platform/drafts/intent-key.ts'
import { getSession } from '#web/platform/session/session.ts'
import { useForm } from '#web/ui/form/use-form.ts'

type WritingOptions<S extends z.ZodMiniType, Sent> = Omit<
  Parameters<typeof useForm<S>>[0],
  'onSubmit' | 'draft'
> & {
  /** The name of the form and its draft. */
  name: string
  /** The name of the text field. */
  box: 'message' | 'note'
  /** Other fields of its draft. */
  alsoDrafted?: readonly DraftField[]
  onSend: (values: z.output<S>, options: CallOptions) => Promise<Sent>
  /** Called after the sent text has left the field; `rest` was added meanwhile. */
  onSent: (sent: Sent, rest: string) => Promise<void>
}

/**
 * A `useForm` with one text. On a slow connection files take a minute, in which people continue writing: what they add
 * was not sent, and stays in the field, or in the draft if the form was closed. If the answer was lost and it is sent
 * again, its key is the same, so that it is stored once.
 */
export function useWriting<S extends z.ZodMiniType, Sent>({
  name,
  box,
  alsoDrafted = [],
  onSend,
  onSent,
  ...options
}: WritingOptions<S, Sent>) {
  const [owner] = useState(() => getSession()?.user.id ?? 0)
  const form = useForm<S>({
    ...options,
    draft: { name, fields: [box, ...alsoDrafted] },
    onSubmit: async (values) => {
      const text = findBox({ name, box })?.value ?? ''
      const intent = makeIntent(name, owner)
      const sent = await onSend(values, { idempotencyKey: intent.keyFor(Object(values)) })
      intent.forget()
      const rest = leaveRest({ name, box, owner }, text)
      await onSent(sent, rest)
      return rest === '' ? undefined : 'asks'
    },
  })
  return { ...form, props: { ...form.props, name } }
}

type Place = { name: string; box: string }

/** The currently rendered form of this name: the one that sent may have been closed and opened again. */
function findBox({ name, box }: Place): HTMLTextAreaElement | undefined {
  const found = document.forms.namedItem(name)?.elements.namedItem(box)
  return found instanceof HTMLTextAreaElement ? found : undefined
}

function leaveRest({ owner, ...place }: Place & { owner: number }, sent: string): string {
  const { name, box } = place
  const found = findBox(place)
  if (found !== undefined) {
    found.value = restOf(found.value, sent)
    // As if typed: the form stores it from now on.
    found.dispatchEvent(new InputEvent('input', { bubbles: true }))
    return found.value
  }
  const draft = openDraft(name, owner)
  const rest = restOf(draft.values[box] ?? '', sent)
  if (rest !== '') draft.keepValues({ ...draft.values, [box]: rest })
  return rest
}

/** If the sent text itself was edited meanwhile, all of it stays. */
function restOf(text: string, sent: string): string {
  const begun = sent.trimEnd()
  return text.startsWith(begun) ? text.slice(begun.length).trimStart() : text
}
