import type { FastifyInstance } from 'fastify'

import type { Context } from '#server/context.ts'

export function notificationsRoutes(_app: FastifyInstance, _ctx: Context): void {}
