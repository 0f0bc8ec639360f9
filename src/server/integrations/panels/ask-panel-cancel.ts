import { callPanel } from './call-panel.ts'
import type { PanelAccount, PanelAnswer } from './panel-account.ts'
import { type PanelCancel, readCancel } from './read-cancel.ts'
import type { Json } from './read-json.ts'
import { readEntries } from './read-status.ts'
import { isAboutOneId } from './tell-about-id.ts'

/** Asks for one to be canceled. Undefined: the answer says neither yes nor no. */
export async function requestPanelCancel(
  account: PanelAccount,
  id: string,
): Promise<PanelAnswer<PanelCancel | undefined>> {
  const together = await callPanel(account, { action: 'cancel', fields: { orders: id } })
  // Some know no lists. Asking for one cancel twice does no harm.
  const answer = isFaultOfLists(together)
    ? await callPanel(account, { action: 'cancel', fields: { order: id } })
    : together
  if (answer.ok) {
    const entry = readEntries(answer.value, [id], 'order').get(id)
    return { ok: true, value: entry === undefined ? undefined : readCancel(entry) }
  }
  if (answer.isDown || answer.about !== undefined) return answer
  // A fault of the whole call that is not about us is about the order it was for.
  return { ok: true, value: { kind: 'refused', error: answer.told ?? answer.error } }
}

function isFaultOfLists(answer: PanelAnswer<Json>): boolean {
  return !answer.ok && !answer.isDown && answer.about === undefined && !isAboutOneId(answer.told ?? '')
}
