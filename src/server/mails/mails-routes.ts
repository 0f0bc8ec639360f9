import type { FastifyInstance } from 'fastify'

import { testMail as testMailCall } from '#contract/trials.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { testMail } from './test-mail.ts'

export function mailsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, testMailCall, ({ caller }) => testMail(ctx, caller.id))
}
