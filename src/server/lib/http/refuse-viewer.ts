import type { Endpoint } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'

/**
 * Staff who see the panel as one of its users do nothing but read, and of that what they may read of anybody: a view is no
 * way around a permission. Throws `view_only`, `insufficient_permissions`.
 */
export function refuseViewer(viewer: Staff, { method, needs, viewNeeds = needs }: Endpoint): void {
  if (method !== 'GET' || viewNeeds === 'owner') throw new AppError('view_only')
  if (viewNeeds !== undefined && !isAllowed(viewer, viewNeeds)) throw new AppError('insufficient_permissions')
}

/** What is for everybody does not look who asks: a view's token is told from others by what it says of itself. */
export function refuseViewToken({ method }: Endpoint, authorization: string | undefined): void {
  if (method === 'GET' || authorization === undefined) return
  const [, claims = ''] = authorization.split('.')
  if (Buffer.from(claims, 'base64url').toString().includes('"vid"')) throw new AppError('view_only')
}
