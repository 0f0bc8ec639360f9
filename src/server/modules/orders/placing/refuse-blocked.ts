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

/** Cached by the settings object, which stays the same until the settings change. */
const cached = new WeakMap<Settings['blocked'], Blocked>()

/** Details that are links or names; comments and keywords are not. */
const linkDetails = ['media', 'username', 'usernames', 'groups'] as const

/** Throws `link_blocked` or `category_blocked` if the operator's settings block this link or category. */
export async function refuseBlocked(
  { settings }: Pick<Context, 'settings'>,
  category: string,
  { link, details }: OrderDraft,
): Promise<void> {
  const { blocked } = await settings.read()
  if (blocked.links.length === 0 && blocked.categories.length === 0) return
  let found = cached.get(blocked)
  if (found === undefined) {
    found = toBlocked(blocked)
    cached.set(blocked, found)
  }
  if (isCategoryBlocked(found, category)) throw new AppError('category_blocked')
  const list = found
  const named = linkDetails.flatMap((name) => details[name]?.split('\n') ?? [])
  if ([link, ...named].some((text) => isLinkBlocked(list, text))) throw new AppError('link_blocked')
}
