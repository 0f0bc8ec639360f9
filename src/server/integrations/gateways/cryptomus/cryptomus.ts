import { cryptomus as data } from '#contract/base/gateways/cryptomus.ts'
import type { Gateway } from '#server/integrations/gateways/gateway.ts'

import { createInvoice, readInvoice } from './cryptomus-client.ts'
import { claimedOrderId, isSignedWebhook } from './sign.ts'
import { testAccount } from './test-account.ts'

export const cryptomus: Gateway<keyof typeof data.fields> = {
  data,
  url: 'https://api.cryptomus.com',
  createInvoice,
  readInvoice,
  webhook: {
    read: ({ raw }) => {
      const reference = claimedOrderId(raw)
      return reference === undefined ? undefined : { reference }
    },
    isSigned: ({ fields: { key } }, { raw }) => isSignedWebhook(raw, key),
  },
  testAccount,
}
