import {
  type Blocked,
  isCategoryBlocked,
  isLinkBlocked,
  toBlocked,
} from '#server/modules/settings/blocked.ts'
import { AppError } from '#contract/base/errors.ts'
import type { OrderDraft } from '#contract/orders/order-rules.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'

/** By the settings that they were made from, which are one object until they change. */
const lookedUp = new WeakMap<Settings['blocked'], Blocked>()

/** Those of a type that are a place or a name of one; comments and keywords are not. */
const places = ['media', 'username', 'usernames', 'groups'] as const

/**
 * What the operator does not sell: for a link of their list, or of a category of it. From memory, as the settings are.
 * Throws `link_blocked`, `category_blocked`.
 */
export async function refuseBlocked(
  { settings }: Pick<Context, 'settings'>,
  category: string,
  { link, details }: OrderDraft,
): Promise<void> {
  const { blocked } = await settings.read()
  if (blocked.links.length === 0 && blocked.categories.length === 0) return
  let found = lookedUp.get(blocked)
  if (found === undefined) {
    found = toBlocked(blocked)
    lookedUp.set(blocked, found)
  }
  if (isCategoryBlocked(found, category)) throw new AppError('category_blocked')
  const list = found
  const named = places.flatMap((name) => details[name]?.split('\n') ?? [])
  if ([link, ...named].some((place) => isLinkBlocked(list, place))) throw new AppError('link_blocked')
}
