import type { PanelRefillState, ProviderOrderStatus, Refusal } from '#server/integrations/panels/panel.ts'

/**
 * What a panel's language or script adds to the protocol. Panels don't say which dialect they speak and mix several, so all
 * are read at once: a word or a shape must mean the same wherever it occurs.
 *
 * Patterns of errors are applied to texts as `toPlain` writes them: lower case, single blanks. They must be linear
 * (`test/linear-time.test.ts`).
 */
export type Dialect = {
  /** Order statuses, by letters and digits alone. Whether "Fail" or "Rejected" means a refund needs review. */
  orderWords?: Readonly<Record<string, ProviderOrderStatus>>
  refillWords?: Readonly<Record<string, PanelRefillState>>
  /** An accepted cancel request: the whole answer, or part of it; and a refused one. */
  cancelTaken?: readonly RegExp[]
  cancelAsked?: readonly RegExp[]
  cancelRefused?: readonly RegExp[]
  /** Refuses our account or the call, regardless of the request, and says nothing about the order. */
  refusals?: Readonly<Partial<Record<Refusal, readonly RegExp[]>>>
  /** An order or refill id is unknown. */
  unknownId?: readonly RegExp[]
  /** A breakdown: a panel that already forwarded the order may add any reason to it. */
  breakdown?: readonly RegExp[]
  /** The provider's own trouble: such a text may come after the order was accepted. */
  trouble?: readonly RegExp[]
  /** Certainly about the order, although the text also contains "try again" or "temporarily". */
  certainDespiteTrouble?: readonly RegExp[]
  /** Certainly about the order: names a field and what is wrong with it. */
  certain?: readonly RegExp[]
  members?: Readonly<Partial<Record<MemberName, readonly string[]>>>
}

/** Names of an answer's members; the first one present counts. */
export type MemberName =
  /** The id of a new order, and of a refill. */
  | 'orderId'
  | 'refillId'
  /** Members that wrap a list of services, or entries by id. */
  | 'services'
  | 'entries'
  | 'service'
  | 'name'
  | 'rate'
  | 'description'
  | 'status'
  | 'remains'
  | 'charge'
  | 'startCount'
  /** The error; the reason next to a member that reports one; and such members. */
  | 'error'
  | 'reasons'
  | 'verdicts'

/** All dialects combined. */
export type Spoken = Required<Omit<Dialect, 'refusals' | 'members'>> & {
  refusals: readonly (readonly [Refusal, readonly RegExp[]])[]
  members: Readonly<Record<MemberName, readonly string[]>>
}

/** The order in which refusals are matched: a refusal for a link in use may also mention an account or a key. */
const refusalOrder: readonly Refusal[] = ['link_in_use', 'funds', 'address', 'key', 'rate']

export function speak(dialects: readonly Dialect[]): Spoken {
  const all = <Part>(part: (one: Dialect) => readonly Part[] | undefined) =>
    dialects.flatMap((one) => part(one) ?? [])
  const members = (name: MemberName) => all((one) => one.members?.[name])
  return {
    orderWords: Object.assign({}, ...all(({ orderWords }) => orderWords && [orderWords])),
    refillWords: Object.assign({}, ...all(({ refillWords }) => refillWords && [refillWords])),
    cancelTaken: all((one) => one.cancelTaken),
    cancelAsked: all((one) => one.cancelAsked),
    cancelRefused: all((one) => one.cancelRefused),
    refusals: refusalOrder.map((kind) => [kind, all((one) => one.refusals?.[kind])]),
    unknownId: all((one) => one.unknownId),
    breakdown: all((one) => one.breakdown),
    trouble: all((one) => one.trouble),
    certainDespiteTrouble: all((one) => one.certainDespiteTrouble),
    certain: all((one) => one.certain),
    members: {
      orderId: members('orderId'),
      refillId: members('refillId'),
      services: members('services'),
      entries: members('entries'),
      service: members('service'),
      name: members('name'),
      rate: members('rate'),
      description: members('description'),
      status: members('status'),
      remains: members('remains'),
      charge: members('charge'),
      startCount: members('startCount'),
      error: members('error'),
      reasons: members('reasons'),
      verdicts: members('verdicts'),
    },
  }
}
