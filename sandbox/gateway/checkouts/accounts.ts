import { createHmac } from 'node:crypto'

/** One account per gateway, with its own field names. Derived from the sandbox's key, so that they survive a restart. */
export type Accounts = {
  payeer: { shop: string; key: string; account: string; api_id: string; api_pass: string }
  stripe: { account: string; key: string; webhook_secret: string }
  btcpay: { store: string; key: string; webhook_secret: string }
}

export function makeAccounts(key: string): Accounts {
  const secret = (name: string) => createHmac('sha256', key).update(name).digest('hex').slice(0, 32)
  return {
    payeer: {
      shop: '1234567',
      key: secret('payeer key'),
      account: 'P1000000',
      api_id: '12345',
      api_pass: secret('payeer api'),
    },
    stripe: {
      account: 'acct_1SandboxSandbox',
      key: `sk_test_${secret('stripe key')}`,
      webhook_secret: `whsec_${secret('stripe webhook')}`,
    },
    btcpay: { store: 'SandboxStore', key: secret('btcpay key'), webhook_secret: secret('btcpay webhook') },
  }
}
