import { cryptomus as data } from '#contract/base/gateways/cryptomus.ts'
import { heleket as heleketData } from '#contract/base/gateways/heleket.ts'
import type { GatewayData } from '#contract/base/gateways/gateway-data.ts'
import type { Gateway } from '#server/integrations/gateways/gateway.ts'

import { createInvoice, readInvoice } from './cryptomus-client.ts'
import { listPayments } from './list-payments.ts'
import { claimedOrderId, isSignedWebhook } from './sign.ts'
import { testAccount } from './test-account.ts'

export const cryptomus = speakCryptomus(data, 'https://api.cryptomus.com')

/** Another company with the same protocol: calls, signatures, statuses and webhooks. */
export const heleket = speakCryptomus(heleketData, 'https://api.heleket.com')

function speakCryptomus(own: GatewayData, url: string): Gateway<keyof typeof data.fields> {
  return {
    data: own,
    url,
    createInvoice,
    readInvoice,
    listPayments,
    webhook: {
      read: ({ raw }) => {
        const reference = claimedOrderId(raw)
        return reference === undefined ? undefined : { reference }
      },
      isSigned: ({ fields: { key } }, { raw }) => isSignedWebhook(raw, key),
    },
    testAccount,
  }
}
