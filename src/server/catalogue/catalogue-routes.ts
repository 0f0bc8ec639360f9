import type { FastifyInstance } from 'fastify'

import type { Context } from '#server/context.ts'

export function catalogueRoutes(_app: FastifyInstance, _ctx: Context): void {}
