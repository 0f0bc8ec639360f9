import type * as z from 'zod/mini'
import { useForm } from '#web/ui/use-form.ts'

type WritingOptions<S extends z.ZodMiniType, Sent> = Omit<Parameters<typeof useForm<S>>[0], 'onSubmit'> & {
  /** The name of the box that is written in. */
  box: string
  onSend: (values: z.output<S>) => Promise<Sent>
  /** Once what was sent has left the box; `rest` was added meanwhile. */
  onSent: (sent: Sent, rest: string) => Promise<void>
}

/**
 * A `useForm` of one text. On a slow line files take a minute, in which people write on: what they add was not sent, and stays
 * in the box.
 */
export function useWriting<S extends z.ZodMiniType, Sent>({
  box,
  onSend,
  onSent,
  ...options
}: WritingOptions<S, Sent>) {
  const { name } = options
  const form = useForm<S>({
    ...options,
    onSubmit: async (values) => {
      const text = findBox({ name, box })?.value ?? ''
      const sent = await onSend(values)
      const rest = leaveRest({ name, box }, text)
      await onSent(sent, rest)
      return rest === '' ? undefined : 'asks'
    },
  })
  return { ...form, props: { ...form.props, name } }
}

type Place = { name: string; box: string }

/** In whichever form of this name stands now: the one that sent may have been closed, and opened again. */
function findBox({ name, box }: Place): HTMLTextAreaElement | undefined {
  const found = document.forms.namedItem(name)?.elements.namedItem(box)
  return found instanceof HTMLTextAreaElement ? found : undefined
}

function leaveRest(place: Place, sent: string): string {
  const found = findBox(place)
  if (found === undefined) return ''
  found.value = restOf(found.value, sent)
  // As if it was typed: it is what the form keeps from now on.
  found.dispatchEvent(new InputEvent('input', { bubbles: true }))
  return found.value
}

/** Where what was sent was changed as well, all of it is kept. */
function restOf(text: string, sent: string): string {
  const begun = sent.trimEnd()
  return text.startsWith(begun) ? text.slice(begun.length).trimStart() : text
}
