import { Counter, Histogram, Registry } from 'prom-client'

import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'

/**
 * Metrics of this process for Prometheus (`/metrics`). Labels are bounded: routes are patterns, calls and outcomes are
 * constants, and only the first `REMOTES_MAX` providers and gateways have their own label.
 */
export type Metrics = {
  readonly registry: Registry
  noteRequest(request: { method: string; route: string | undefined; status: number; seconds: number }): void
  observeCalls(to: { kind: 'provider' | 'gateway' | 'storage'; name: string }): ObserveCalls
  noteAttempt(outcome: string): void
  noteMail(outcome: 'sent' | 'refused' | 'failed'): void
  noteRound(job: string, seconds: number, isFailed: boolean): void
}

const REMOTES_MAX = 50
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function makeMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'tally_http_request_seconds',
    help: 'Time from a request to the end of its answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers,
  })
  const calls = new Histogram({
    name: 'tally_outgoing_call_seconds',
    help: 'Time of a call to a provider or a gateway, by how it ended',
    labelNames: ['kind', 'name', 'call', 'outcome'],
    buckets: secondsBuckets,
    registers,
  })
  const attempts = new Counter({
    name: 'tally_order_attempts_total',
    help: 'Tries to send an order to its provider, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const mails = new Counter({
    name: 'tally_mails_total',
    help: 'Tries to hand a letter to the mail server, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const rounds = new Histogram({
    name: 'tally_job_round_seconds',
    help: 'Time of one round of a job',
    labelNames: ['job'],
    buckets: secondsBuckets,
    registers,
  })
  const failedRounds = new Counter({
    name: 'tally_job_failures_total',
    help: 'Rounds of a job that failed and are tried again',
    labelNames: ['job'],
    registers,
  })

  const remotes = new Set<string>()
  const nameOf = (name: string) => {
    if (remotes.size < REMOTES_MAX) remotes.add(name)
    return remotes.has(name) ? name : 'other'
  }

  return {
    registry,
    noteRequest: ({ method, route = 'none', status, seconds }) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    observeCalls:
      ({ kind, name }) =>
      (call) =>
      ({ answer, seconds }) =>
        calls.observe({ kind, name: nameOf(name), call, outcome: answer.kind }, seconds),
    noteAttempt: (outcome) => attempts.inc({ outcome }),
    noteMail: (outcome) => mails.inc({ outcome }),
    noteRound(job, seconds, isFailed) {
      rounds.observe({ job }, seconds)
      if (isFailed) failedRounds.inc({ job })
    },
  }
}
