/**
 * A client of the reseller API (`/api/v2`) of a Tally & Reach panel: one file without dependencies. Copy it into any
 * project that has `fetch`.
 *
 *     const call = makeClient({ url: 'https://panel.example', key: 'YOUR_API_KEY' })
 *     const placed = await call('add', { service: 1, link: 'https://example.com/you', quantity: 1000 }, 'my-order-1')
 *     if (placed.outcome === 'done') console.log(placed.answer.order)
 */
export function makeClient(options: ClientOptions): Call {
  const { triesMax = 5, waitSecondsMax = 60, signal } = options
  const call = async (action: string, members: Members = {}, idempotencyKey?: string) => {
    // An order has one key, which every try sends: however often it is repeated, the panel places it once.
    const key = idempotencyKey ?? (action === 'add' ? crypto.randomUUID() : undefined)
    for (let tries = 1; ; tries += 1) {
      const result = await tryOnce(options, action, members, key)
      if (result.outcome !== 'trouble' || isLasting(result)) return result
      const seconds = result.retryAfterSeconds ?? Math.min(2 ** (tries - 1), 10)
      if (tries >= triesMax || seconds > waitSecondsMax) return result
      // Not all clients at the same moment.
      await wait(seconds * (1 + Math.random() / 4), signal)
      if (signal?.aborted === true) return result
    }
  }
  return call as Call // the panel's answers, as its documentation types them
}

export type ClientOptions = {
  /** The panel's address, such as `https://panel.example`. Redirects are not followed: most turn an order into a GET. */
  url: string
  key: string
  /** Of one try; 30,000 by default. The panel answers within seconds: later, the answer is lost. */
  timeoutMs?: number
  /** Of one call; 5 by default. */
  triesMax?: number
  /** Longer pauses, such as maintenance, are returned and not waited for; 60 by default. */
  waitSecondsMax?: number
  /** Ends the repeating, not the try in progress. */
  signal?: AbortSignal
}

export type Result<Answer> =
  | {
      outcome: 'done'
      answer: Answer
      /** The order was placed by an earlier call with the same idempotency key. */
      isReplayed: boolean
    }
  /** Nothing was changed. Repeating helps only where the reason passes, such as a balance that is too low. */
  | { outcome: 'refused'; error: string }
  /** After every try. An earlier try may have been taken: repeat an `add` with the same idempotency key. */
  | {
      outcome: 'trouble'
      /** The HTTP status, none without an answer. */
      status: number | undefined
      retryAfterSeconds: number | undefined
      /** What to change, where it is known that repeating never helps. */
      reason: string | undefined
    }

export type Call = {
  (action: 'services'): Promise<Result<Service[]>>
  /** Without an idempotency key one is made. Your own (your order's number) outlives a restart of your program. */
  (action: 'add', order: NewOrder, idempotencyKey?: string): Promise<Result<{ order: number }>>
  (action: 'status', of: { order: Id }): Promise<Result<Status>>
  /** At most 100 in one call. */
  (action: 'status', of: { orders: readonly Id[] }): Promise<Result<Record<string, Status | Refusal>>>
  (action: 'refill', of: { order: Id }): Promise<Result<{ refill: number }>>
  (
    action: 'refill',
    of: { orders: readonly Id[] },
  ): Promise<Result<{ order: Id; refill: number | Refusal }[]>>
  (action: 'refill_status', of: { refill: Id }): Promise<Result<{ status: RefillStatus }>>
  (
    action: 'refill_status',
    of: { refills: readonly Id[] },
  ): Promise<Result<{ refill: Id; status: RefillStatus | Refusal }[]>>
  /** 1 means requested: the order's status shows the result. */
  (action: 'cancel', of: { orders: readonly Id[] }): Promise<Result<{ order: Id; cancel: 1 | Refusal }[]>>
  (action: 'balance'): Promise<Result<{ balance: string; currency: string }>>
  /** Your newest orders, whichever key placed them, since then (Unix seconds) and for this link. */
  (
    action: 'orders',
    of?: { since?: number | undefined; limit?: number | undefined; link?: string | undefined },
  ): Promise<Result<OwnOrder[]>>
}

/** How far the panel's clock may be from yours. */
const CLOCK_SECONDS = 600

/**
 * The order that an `add` without an answer placed, if it did: the newest one of this service and link since then, less 10
 * minutes for clocks that differ: an order like it that you placed shortly before is found too. Repeating the `add` with its
 * idempotency key is better; this is for when the key is lost. An `add` may still arrive after its time-out: if nothing is
 * found, ask again after a minute before you place the order again.
 */
export async function findOrder(
  call: Call,
  { service, link, quantity, since }: { service: Id; link: string; quantity?: Id; since: Date },
): Promise<Result<OwnOrder | undefined>> {
  const from = Math.max(0, Math.floor(since.getTime() / 1000) - CLOCK_SECONDS)
  const found = await call('orders', { link, since: from })
  if (found.outcome !== 'done') return found
  const answer = found.answer.find(
    (one) =>
      String(one.service) === String(service) &&
      (quantity === undefined || one.quantity === String(quantity)),
  )
  return { ...found, answer }
}

export type Id = number | string
export type Refusal = { error: string }

export type Service = {
  service: number
  name: string
  type: string
  category: string
  /** USD per 1,000, of a package per piece, as you pay it. */
  rate: string
  min: string
  max: string
  refill: boolean
  cancel: boolean
  dripfeed: boolean
}

/** `link` and `quantity` for most services; the others by the service's type. Members that a type doesn't take are ignored. */
export type NewOrder = {
  service: Id
  link?: string | undefined
  quantity?: Id | undefined
  /** One per line, as are `usernames` and `hashtags`. */
  comments?: string | undefined
  usernames?: string | undefined
  hashtags?: string | undefined
  hashtag?: string | undefined
  username?: string | undefined
  media?: string | undefined
  answer_number?: Id | undefined
  groups?: string | undefined
  keywords?: string | undefined
}

export type Status = {
  /** USD: the price less what was refunded. */
  charge: string
  start_count: string
  status: 'Pending' | 'In progress' | 'Processing' | 'Completed' | 'Partial' | 'Canceled'
  remains: string
  currency: string
}

export type OwnOrder = Status & {
  order: number
  service: number
  link: string
  quantity: string
  /** Unix seconds. */
  created: number
}

export type RefillStatus = 'Pending' | 'In progress' | 'Completed' | 'Rejected' | 'Error'

export type Members = Readonly<Record<string, Id | readonly Id[] | undefined>>

/** One try, as the protocol has it: a form with the key, the action and its members. */
export function sendCall(
  { url, key, timeoutMs = 30_000 }: ClientOptions,
  action: string,
  members: Members = {},
  idempotencyKey?: string,
): Promise<Response> {
  const given = Object.entries({ key, action, ...members }).filter(([, value]) => value !== undefined)
  return fetch(new URL('/api/v2', url), {
    method: 'POST',
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    body: new URLSearchParams(given.map(([name, value]) => [name, String(value)])),
    // Followed, a 301 or 302 would arrive as a GET without the body, and the panel would miss the key.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
}

async function tryOnce(...sent: Parameters<typeof sendCall>): Promise<Result<unknown>> {
  let status: number | undefined
  try {
    const response = await sendCall(...sent)
    ;({ status } = response)
    const { headers } = response
    if (isRedirect(response)) return trouble(status, undefined, sayRedirect(headers.get('location')))
    if (status !== 200) {
      // NaN if it is a date.
      const seconds = Number(headers.get('retry-after') ?? Number.NaN)
      return trouble(status, Number.isFinite(seconds) ? seconds : undefined)
    }
    const answer: unknown = await response.json()
    return isRefusal(answer)
      ? { outcome: 'refused', error: answer.error }
      : { outcome: 'done', answer, isReplayed: headers.get('idempotent-replayed') === 'true' }
  } catch {
    // No answer, or a truncated one.
    return trouble(status, undefined)
  }
}

function trouble(
  status: number | undefined,
  retryAfterSeconds: number | undefined,
  reason?: string,
): Extract<Result<never>, { outcome: 'trouble' }> {
  return { outcome: 'trouble', status, retryAfterSeconds, reason }
}

/** Browsers hide its status, which is 0 then. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function sayRedirect(location: string | null): string {
  const to = location === null ? '' : ` to ${location}`
  return `The panel's address redirects${to}: set url to the address that answers itself, with https.`
}

/** A wrong address or a request that a proxy refuses: no repeating helps. */
function isLasting({ status, reason }: { status: number | undefined; reason: string | undefined }): boolean {
  if (reason !== undefined) return true
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429
}

function isRefusal(answer: unknown): answer is Refusal {
  return (
    typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'string'
  )
}

/** Ends early when the signal comes. */
function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const timer = setTimeout(end, seconds * 1000)
    signal?.addEventListener('abort', end)
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
}
