import { refuse } from '#sandbox/http/refusal.ts'
import {
  CALL_FAULTS,
  isCallFaultKind,
  isWebhookFaultKind,
  WEBHOOK_FAULTS,
  type CallFaultKind,
  type Fault,
  type WebhookFaultKind,
} from './fault-kinds.ts'

export type Faults = {
  add: (body: Record<string, unknown>) => Fault<string>
  clear: () => void
  list: () => Fault<string>[]
  /** The fault for this call, counted as used; `*` in a fault matches every action. */
  nextForCall: (action: string) => Fault<CallFaultKind> | undefined
  nextForWebhook: () => Fault<WebhookFaultKind> | undefined
}

const FAULTS_MAX = 1000
const TIMES_MAX = 1_000_000
const DELAY_MS_MAX = 600_000
const LASTS_MS_MAX = 86_400_000

/**
 * The pending faults, oldest first. In memory only: after a restart the server works normally, as after a real
 * outage.
 */
export function makeFaults({ actions, hasWebhooks }: { actions: string[]; hasWebhooks: boolean }): Faults {
  let callFaults: Fault<CallFaultKind>[] = []
  let webhookFaults: Fault<WebhookFaultKind>[] = []
  const addedAt = new WeakMap<Fault<string>, number>()
  const isLasting = (fault: Fault<string>) =>
    performance.now() - (addedAt.get(fault) ?? 0) < (fault.lasts_ms ?? Infinity)
  const forgetPast = () => {
    callFaults = callFaults.filter(isLasting)
    webhookFaults = webhookFaults.filter(isLasting)
  }
  return {
    add: (body) => {
      forgetPast()
      if (callFaults.length + webhookFaults.length >= FAULTS_MAX)
        refuse(409, `More than ${FAULTS_MAX} faults wait.`)
      const { kind } = body
      if (typeof kind !== 'string') refuse(400, '`kind` must be given. ' + kindsSentence(hasWebhooks))
      if (isWebhookFaultKind(kind) && hasWebhooks) {
        const fault = toFault({ body, kind, rule: WEBHOOK_FAULTS[kind], actions: ['webhook', ...actions] })
        addedAt.set(fault, performance.now())
        webhookFaults.push(fault)
        return fault
      }
      if (!isCallFaultKind(kind))
        refuse(400, `There is no fault "${kind.slice(0, 40)}". ` + kindsSentence(hasWebhooks))
      const fault = toFault({ body, kind, rule: CALL_FAULTS[kind], actions })
      addedAt.set(fault, performance.now())
      callFaults.push(fault)
      return fault
    },
    clear: () => {
      callFaults = []
      webhookFaults = []
    },
    list: () => {
      forgetPast()
      return [...callFaults, ...webhookFaults]
    },
    nextForCall: (action) => {
      forgetPast()
      return useOne(callFaults, (fault) => fault.action === action || fault.action === '*')
    },
    nextForWebhook: () => {
      forgetPast()
      return useOne(webhookFaults, () => true)
    },
  }
}

function toFault<Kind extends string>({
  body,
  kind,
  rule,
  actions,
}: {
  body: Record<string, unknown>
  kind: Kind
  rule: { taken: boolean; canChooseTaken: boolean; delayMs: number }
  actions: string[]
}): Fault<Kind> {
  const { action = actions[0], taken = rule.taken } = body
  if (typeof action !== 'string' || !(action === '*' || actions.includes(action)))
    refuse(400, '`action` must be one of: ' + [...actions, '*'].join(', ') + '.')
  if (typeof taken !== 'boolean') refuse(400, '`taken` must be true or false.')
  if (taken !== rule.taken && !rule.canChooseTaken) refuse(400, `"taken" cannot be chosen for ${kind}.`)
  return {
    action,
    kind,
    times: toCount({ value: body['times'], name: 'times', fallback: 1, min: 1, max: TIMES_MAX }),
    delay_ms: toCount({
      value: body['delay_ms'],
      name: 'delay_ms',
      fallback: rule.delayMs,
      min: 0,
      max: DELAY_MS_MAX,
    }),
    taken,
    ...(typeof body['text'] === 'string' && { text: body['text'].slice(0, 1000) }),
    ...(body['lasts_ms'] !== undefined && {
      lasts_ms: toCount({
        value: body['lasts_ms'],
        name: 'lasts_ms',
        fallback: 0,
        min: 1,
        max: LASTS_MS_MAX,
      }),
    }),
  }
}

function toCount({
  value,
  name,
  fallback,
  min,
  max,
}: {
  value: unknown
  name: string
  fallback: number
  min: number
  max: number
}): number {
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    refuse(400, `\`${name}\` must be a whole number from ${min} to ${max}.`)
  return value
}

function useOne<Kind extends string>(
  faults: Fault<Kind>[],
  meets: (fault: Fault<Kind>) => boolean,
): Fault<Kind> | undefined {
  const index = faults.findIndex(meets)
  const fault = faults[index]
  if (!fault) return undefined
  fault.times -= 1
  if (fault.times === 0) faults.splice(index, 1)
  return fault
}

function kindsSentence(hasWebhooks: boolean): string {
  const kinds = [...Object.keys(CALL_FAULTS), ...(hasWebhooks ? Object.keys(WEBHOOK_FAULTS) : [])]
  return `It must be one of: ${kinds.join(', ')}.`
}
