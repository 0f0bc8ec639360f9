import type { RouterContextProvider } from 'react-router'
import * as z from 'zod/mini'
import { toFieldRefusals } from '#contract/base/field-codes.ts'
import { languageContext } from '#web/platform/page/load-context.ts'
import { sayRefusedFields } from '#web/platform/i18n/say-fields.ts'
import { ApiError } from '#web/platform/api/api-error.ts'

/** A refused form for `useForm`: the typed values, and the reasons. */
export type RefusedForm = {
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  message: string | undefined
}

/**
 * For a page's `action`: handles its form as sent by a browser without scripts. It is checked and sent like in
 * `useForm`; answers undefined if it was accepted. `failure`: the message for a refusal without its own.
 */
export async function takeForm<S extends z.ZodMiniType>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { schema, failure, send }: { schema: S; failure: string; send: (body: z.output<S>) => Promise<unknown> },
): Promise<RefusedForm | undefined> {
  const sent = [...(await request.formData())]
  const values = Object.fromEntries(
    sent.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const parsed = z.safeParse(schema, values)
  if (!parsed.success) {
    const errors = sayRefusedFields(context.get(languageContext), toFieldRefusals(parsed.error.issues))
    return { values, errors, message: undefined }
  }
  try {
    await send(parsed.data)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { values, errors: error.fields, message: error.message === '' ? failure : error.message }
  }
}
