import type { Pool } from 'pg'

import type { Config } from '#server/config.ts'

import { isPlayAddress } from './is-play-address.ts'
import { findHandiwork, findTraces, type Traces } from './world-queries.ts'

/** What speaks for play money and what for real money, each thing as an operator calls it. */
export type Evidence = { play: string[]; real: string[] }
type Given = Pick<Config, 'cryptomus' | 'cryptomusUrl'>

/**
 * What a database from before there was a stamp tells of its money. What is switched off speaks as well: a provider rests
 * for a day, and what its customers paid is theirs.
 */
export async function findEvidence(given: Given, pool: Pool): Promise<Evidence> {
  const traces = await findTraces(pool)
  const play = listPlay(traces)
  const real = listReal(given, traces)
  return { play, real: real.length > 0 ? real : await listHandiwork(pool) }
}

function listPlay({ hasSandbox, deposits }: Traces): string[] {
  const paid = deposits.filter(({ url }) => url !== null && isPlayAddress(url))
  return [...(hasSandbox ? ['the sandbox ran on it'] : []), ...paid.map(sayPlayDeposits)]
}

const sayPlayDeposits = ({ count, dollars }: Traces['deposits'][number]) =>
  `${count} deposits of $${dollars} were paid at the sandbox's gateway`

function listReal({ cryptomus, cryptomusUrl }: Given, traces: Traces): string[] {
  const { hasMerchant, gatewayUrls, providers, deposits } = traces
  const isGatewayReal = !isPlayAddress(cryptomusUrl)
  return [
    ...(isGatewayReal && cryptomus !== undefined ? ['CRYPTOMUS_MERCHANT names an account'] : []),
    ...(isGatewayReal && hasMerchant ? ['its settings name an account at a gateway'] : []),
    ...(gatewayUrls.some((url) => !isPlayAddress(url)) ? ['deposits were opened at a real gateway'] : []),
    ...providers
      .filter(({ apiUrl }) => !isPlayAddress(apiUrl))
      .map(({ name, isSent }) => (isSent ? `orders were sent to "${name}"` : `"${name}" has a key`)),
    ...deposits
      .filter(({ url }) => url === null || !isPlayAddress(url))
      .map(({ gateway, count, dollars }) =>
        gateway === 'manual'
          ? `staff entered ${count} deposits of $${dollars}`
          : `${count} deposits of $${dollars} came by ${gateway}`,
      ),
  ]
}

async function listHandiwork(pool: Pool): Promise<string[]> {
  const { isRaised, isDelivered } = await findHandiwork(pool)
  return [
    ...(isRaised ? ['staff raised balances by hand'] : []),
    ...(isDelivered ? ['orders were delivered by hand'] : []),
  ]
}
