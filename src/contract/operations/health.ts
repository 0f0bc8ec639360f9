import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'

/** For supervisors, load balancers and monitoring. Workers have them on their own port. */

export const getLiveness = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'The process answers',
  answer: { status: 200, schema: z.object({ status: z.literal('ok') }) },
  errors: [],
})

/** If not ready: 503 with the usual error body and `reasons`, a list of codes. */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'The process should get requests; a 503 has `reasons` why not',
  answer: { status: 200, schema: z.object({ status: z.literal('ready') }) },
  errors: [],
})

export const getMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Metrics for Prometheus, for this machine or with METRICS_TOKEN',
  answer: { status: 200, type: 'text/plain' },
  errors: ['not_found'],
})

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  summary: 'This document',
  answer: { status: 200, schema: z.looseObject({ openapi: z.string() }) },
  errors: [],
})
