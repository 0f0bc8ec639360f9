import type { Context } from '#server/context.ts'
import {
  queryInBatches,
  type BatchQuery,
  type BatchAnswers,
} from '#server/integrations/panels/ask-in-pieces.ts'
import type { PanelAccount, PanelAnswer } from '#server/integrations/panels/panel-account.ts'

import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { callProviderNow } from './read-provider.ts'
import { rememberPerCall } from '#server/modules/providers/pacing/remember-per-call.ts'

type Ids = readonly string[]
type Fault = { error: string }

/** What was asked for many, as one answer: a list that was refused and answered in pieces is no failure. */
export type ManyAnswers<Entry extends object> = BatchAnswers<Entry> & { answer: PanelAnswer<unknown> }

/** Asks about many ids in as few calls as this provider bears, and remembers how many that are (ask-in-pieces.ts). */
export async function readBatched<Entry extends object>(
  ctx: Context,
  account: ProviderAccount,
  {
    kind,
    askTogether,
    askAlone,
    ...asking
  }: Pick<BatchQuery<Entry>, 'ids' | 'paced' | 'listLeftOut'> & {
    kind: 'order' | 'refill'
    askTogether: (open: PanelAccount, ids: Ids) => Promise<PanelAnswer<Map<string, Entry | Fault>>>
    askAlone: (open: PanelAccount, id: string) => Promise<PanelAnswer<Entry | Fault | undefined>>
  },
): Promise<ManyAnswers<Entry>> {
  const nothing = { entries: new Map(), answered: new Set<string>(), refused: new Set<string>() }
  let heard: BatchAnswers<Entry> = { ...nothing, perCall: undefined, failure: undefined }
  // Nothing that was not asked says how a provider is.
  if (asking.ids.length === 0) return { ...heard, answer: { ok: true, value: undefined } }
  const answer = await callProviderNow(ctx, account, async (open): Promise<PanelAnswer<undefined>> => {
    heard = await queryInBatches<Entry>({
      ...asking,
      perCall: account.perCall[kind],
      askTogether: (ids) => askTogether(open, ids),
      askAlone: (id) => askAlone(open, id),
    })
    return heard.failure ?? { ok: true, value: undefined }
  })
  if (heard.perCall !== undefined) await rememberPerCall(ctx, account.id, { kind, perCall: heard.perCall })
  return { ...heard, answer }
}
