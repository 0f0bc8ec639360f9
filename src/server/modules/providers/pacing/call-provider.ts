import { AppError } from '#contract/base/errors.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import type { PanelAccount, PanelAnswer } from '#server/integrations/panels/panel.ts'
import {
  type BatchAnswers,
  type BatchQuery,
  queryInBatches,
} from '#server/integrations/panels/query-in-batches.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { recordRead } from '#server/modules/providers/breakers/reading-breaker.ts'
import { storeIdsPerCall } from '#server/modules/providers/providers-queries.ts'

import { withProviderSlot } from './provider-slots.ts'

/** A read-only call that waits for its own slot, in addition to the lease holder's calls. */
export async function callProvider<Value>(
  ctx: Context,
  account: ProviderAccount,
  call: (account: ProviderAccount) => Promise<PanelAnswer<Value>>,
  options: { isProbe?: boolean } = {},
): Promise<PanelAnswer<Value>> {
  return withProviderSlot(ctx, account.id, () => callProviderNow(ctx, account, call, options))
}

/** A read-only call without waiting, recorded by the breaker. The caller paces it. */
async function callProviderNow<Value>(
  ctx: Context,
  account: ProviderAccount,
  call: (account: ProviderAccount) => Promise<PanelAnswer<Value>>,
  { isProbe = false }: { isProbe?: boolean } = {},
): Promise<PanelAnswer<Value>> {
  const begun = performance.now()
  const answer = await call(account)
  // A success after a success needs no record.
  const isChange = !answer.ok || isProbe || account.reading.isTroubled
  if (isChange)
    await recordRead(ctx, account.id, { answer, seconds: (performance.now() - begun) / 1000, isProbe })
  return answer
}

/** For staff who waited for the answer. A connection test shows the details of connection failures. */
export function toProviderFailed(fault: Fault): AppError {
  switch (fault.code) {
    case 'said':
      return new AppError('provider_failed', { reason: 'said', ...fault.details })
    case 'http_status':
      return new AppError('provider_failed', { reason: 'http_status', ...fault.details })
    case 'moved':
      return new AppError('provider_failed', { reason: 'moved', ...fault.details })
    case 'no_services':
      return new AppError('provider_failed', { reason: 'no_services' })
    case 'no_reason':
    case 'not_json':
    case 'no_balance':
    case 'answer_packed':
    case 'answer_too_large':
      return new AppError('provider_failed', { reason: 'not_understood' })
    default:
      return new AppError('provider_failed', { reason: 'unreachable' })
  }
}

type Ids = readonly string[]
type EntryFault = { fault: Fault }

/** The answers for many ids and one overall answer: a list that was refused as a whole but answered in parts is not a failure. */
type ManyAnswers<Entry extends object> = BatchAnswers<Entry> & { answer: PanelAnswer<unknown> }

/** Queries many ids in as few calls as the provider accepts, and stores how many that are (query-in-batches.ts). */
export async function callInBatches<Entry extends object>(
  ctx: Context,
  account: ProviderAccount,
  {
    kind,
    queryList,
    queryOne,
    ...query
  }: Pick<BatchQuery<Entry>, 'ids' | 'paced' | 'findLeftOutBefore'> & {
    kind: 'order' | 'refill'
    queryList: (open: PanelAccount, ids: Ids) => Promise<PanelAnswer<Map<string, Entry | EntryFault>>>
    queryOne: (open: PanelAccount, id: string) => Promise<PanelAnswer<Entry | EntryFault | undefined>>
  },
): Promise<ManyAnswers<Entry>> {
  const nothing = { entries: new Map(), answered: new Set<string>(), refused: new Set<string>() }
  let answers: BatchAnswers<Entry> = { ...nothing, perCall: undefined, failure: undefined }
  // Without a call there is nothing to record.
  if (query.ids.length === 0) return { ...answers, answer: { ok: true, value: undefined } }
  const answer = await callProviderNow(ctx, account, async (open): Promise<PanelAnswer<undefined>> => {
    answers = await queryInBatches<Entry>({
      ...query,
      perCall: account.perCall[kind],
      queryList: (ids) => queryList(open, ids),
      queryOne: (id) => queryOne(open, id),
    })
    return answers.failure ?? { ok: true, value: undefined }
  })
  if (answers.perCall !== undefined) await storePerCall(ctx, account.id, { kind, perCall: answers.perCall })
  return { ...answers, answer }
}

/** Stores for a day how many ids the provider accepts per call. */
async function storePerCall(
  ctx: Context,
  providerId: number,
  { kind, perCall }: { kind: 'order' | 'refill'; perCall: number },
): Promise<void> {
  await storeIdsPerCall(
    ctx.db,
    providerId,
    kind === 'order' ? { orders_per_call: perCall } : { refills_per_call: perCall },
  )
  ctx.log.info({ provider: providerId, kind, perCall }, 'a provider takes fewer ids in a call')
}
