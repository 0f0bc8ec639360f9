import { getProviderSettling, type SettleWhat } from '#contract/orders/settle-provider.ts'
import { call } from '#web/platform/api/call.ts'

/** Orders waiting with the sentence that was just taught; undefined if there are none, or the reader may not see providers. */
export async function findSameRefusals(
  providerId: number,
  sentence: string,
): Promise<SettleWhat | undefined> {
  try {
    const { sentences } = await call(getProviderSettling, { params: { id: providerId } })
    const taught = sentences.find((one) => one.sentence === sentence)
    if (taught === undefined || taught.waiting === 0) return undefined
    return { kind: 'sentence', sentence_id: taught.id }
  } catch {
    return undefined
  }
}
