import type { Pool } from 'pg'

import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'

import { type Evidence, findEvidence } from './find-evidence.ts'
import { isPlayAddress } from './is-play-address.ts'
import { findWorldKind, stampWorld, type WorldKind } from './world-queries.ts'

type Given = Pick<Config, 'sandbox' | 'sandboxIsGiven' | 'money' | 'cryptomus' | 'cryptomusUrl'>
export type World = {
  kind: WorldKind | undefined
  isSandboxWanted: boolean
  /** What the operator is to know of a database that was settled just now. */
  notice?: string
}

/**
 * Says at the first start whether the money of this database is play money or real, and holds every later start to it.
 * Throws a ConfigError where the sandbox is asked for among real money, or a real gateway among play money.
 *
 * A database of before is judged by what it holds. Where that speaks for both, nobody guesses: the start stops and asks for
 * `MONEY`. A worker starts no sandbox and so begins no world of play money by itself.
 */
export async function settleWorld(
  config: Given,
  pool: Pool,
  { isWorker = false }: { isWorker?: boolean } = {},
): Promise<World> {
  const settled = await findWorldKind(pool)
  const { kind, notice } = settled === undefined ? await judge(config, pool, isWorker) : { kind: settled }
  if (kind !== undefined) refuseOther(config, kind)
  return {
    kind,
    isSandboxWanted: config.sandbox && kind !== 'live',
    ...(notice !== undefined && { notice }),
  }
}

type Verdict = { kind: WorldKind | undefined; notice?: string | undefined }

async function judge(config: Given, pool: Pool, isWorker: boolean): Promise<Verdict> {
  const evidence = await findEvidence(config, pool)
  const wanted = weigh(evidence, toKind(config.money))
  if (wanted === undefined && isWorker && config.sandbox) return { kind: undefined }
  const kind = wanted ?? (config.sandbox ? 'sandbox' : 'live')
  // Before it is written for good.
  refuseOther(config, kind)
  return { kind: await stampWorld(pool, kind), notice: noticeOf(kind, evidence) }
}

function toKind(money: Config['money']): WorldKind | undefined {
  return money && (money === 'real' ? 'live' : 'sandbox')
}

/** Undefined where nothing speaks for either. An answer counts where something is asked, and is refused against all that speaks. */
function weigh({ play, real }: Evidence, answer: WorldKind | undefined): WorldKind | undefined {
  const isAsked = play.length > 0 && real.length > 0
  if (isAsked && answer === undefined) throw new ConfigError(question({ play, real }))
  if (answer === 'live' && real.length === 0 && play.length > 0) throw new ConfigError(onlyPlay(play))
  if (answer === 'sandbox' && play.length === 0 && real.length > 0) throw new ConfigError(onlyReal(real))
  if (answer !== undefined) return answer
  if (real.length > 0) return 'live'
  return play.length > 0 ? 'sandbox' : undefined
}

function refuseOther({ sandbox, sandboxIsGiven, money, cryptomus, cryptomusUrl }: Given, kind: WorldKind) {
  if (money !== undefined && toKind(money) !== kind) throw new ConfigError(settledOtherwise[kind])
  if (kind === 'live' && sandbox && sandboxIsGiven) throw new ConfigError(amongReal)
  if (kind === 'sandbox' && cryptomus !== undefined && !isPlayAddress(cryptomusUrl))
    throw new ConfigError(amongPlay)
}

function noticeOf(kind: WorldKind, { play, real }: Evidence): string | undefined {
  if (play.length === 0 || real.length === 0) return undefined
  return kind === 'live' ? amongRealNow(play) : amongPlayNow(real)
}

const question = ({ play, real }: Evidence) =>
  'Is the money of this database real? It is from before the product kept that, and speaks for both. For play money: ' +
  `${play.join('; ')}. For real money: ${real.join('; ')}. Nothing was changed. Start once with MONEY=real where ` +
  'customers have paid, or with MONEY=play where all of it was for trying out. The answer holds for good; README.md, ' +
  '"Play money and real money", says what follows from each.'

const onlyPlay = (play: readonly string[]) =>
  `MONEY=real, but all that this database tells of its money is play: ${play.join('; ')}. Going live is a new database: npm ` +
  'run go-live.'

const onlyReal = (real: readonly string[]) =>
  `MONEY=play, but all that this database tells of its money is real: ${real.join('; ')}. Leave MONEY unset.`

const amongRealNow = (play: readonly string[]) =>
  `The money of this database is real from now on, also what came from the sandbox: ${play.join('; ')}. Look under Users ` +
  'whose balance that is, and take away what nobody paid.'

const amongPlayNow = (real: readonly string[]) =>
  `The money of this database is play money from now on, and what is real is switched off on it: ${real.join('; ')}. ` +
  'Going live is a new database: npm run go-live.'

const settledOtherwise = {
  live: 'MONEY=play, but the money of this database is real, which was settled at an earlier start. Leave MONEY unset.',
  sandbox:
    'MONEY=real, but the money of this database is play money, which was settled at an earlier start. Going live is a new ' +
    'database: npm run go-live.',
} satisfies Record<WorldKind, string>

const amongReal =
  'SANDBOX=on, but the money of this database is real. Leave SANDBOX unset, or try the sandbox with a DATA_DIR ' +
  '(and a DATABASE_URL) of its own.'

const amongPlay =
  'CRYPTOMUS_MERCHANT names a real gateway, but this database began with the sandbox: what its customers have is play ' +
  'money. Going live is a new database: "npm run go-live" carries settings, texts, staff and rules over.'
