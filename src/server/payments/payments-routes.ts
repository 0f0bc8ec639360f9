import type { FastifyInstance } from 'fastify'

import type { Context } from '#server/context.ts'

export function paymentsRoutes(_app: FastifyInstance, _ctx: Context): void {}
