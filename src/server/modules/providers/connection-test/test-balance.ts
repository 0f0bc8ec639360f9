import type { Found } from '#contract/base/connection-test.ts'
import { acceptsKeyByGet, type PanelBalance } from '#server/integrations/panels/read-panel.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

type BalanceAnswer = PanelAnswer<PanelBalance>

/** Whether the key is accepted, tested with the balance call that any account may make. */
export async function findKey(account: ProviderAccount, balance: BalanceAnswer): Promise<Found> {
  if (balance.ok) return { code: 'key_good' }
  const { error, about, isDown } = balance
  if (about === 'address') return { code: 'our_address_refused', details: { error } }
  if (!isDown && about !== 'rate' && (await acceptsKeyByGet(account))) return { code: 'key_by_get_only' }
  return { code: about === 'key' ? 'key_refused' : 'key_untold', details: { error } }
}

/** The balance, and whether its currency is the account's. */
export function findBalance({ currency: own }: ProviderAccount, answer: BalanceAnswer): Found[] {
  if (!answer.ok) return [{ code: 'balance_not_read', details: { error: answer.error } }]
  const { balance, currency } = answer.value
  const isEmpty = balance.startsWith('-') || !/[1-9]/.test(balance)
  return [
    {
      code: isEmpty ? 'balance_empty' : 'balance_read',
      details: { balance, currency: currency ?? '' },
    },
    findCurrency(currency, own),
  ]
}

function findCurrency(currency: string | undefined, own: string): Found {
  if (currency === undefined) return { code: 'currency_untold', details: { account_currency: own } }
  if (currency !== own) return { code: 'currency_other', details: { currency, account_currency: own } }
  return { code: 'currency_same', details: { currency } }
}
