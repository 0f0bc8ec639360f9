import { type Money, money } from '#contract/base/money.ts'
import { isManual, type MethodSetting } from '#contract/settings/payment-methods.ts'

import type { Transfer } from './transfer-queries.ts'

// Above this amount a second staff member must approve a credit. Null: never.

/** A method has none of its own once the operator has removed it. */
export function findApprovalLimit(methods: readonly MethodSetting[], method: string): Money | null {
  return methods.find(({ id }) => id === method)?.approval_above ?? null
}

/** The lower of the method's limit and the one when the transfer was opened, so that removing a method lifts no limit. */
export function approvalLimitOf(
  { approval_above: atOpening }: Transfer,
  { methods, method }: { methods: readonly MethodSetting[]; method: string },
): Money | null {
  return lowest([atOpening === null ? null : money(atOpening), findApprovalLimit(methods, method)])
}

/** For deposits entered without a method: the lowest of the enabled manual methods, since the money may belong to any. */
export function approvalLimitOfEntered(methods: readonly MethodSetting[]): Money | null {
  const own = methods.filter(({ id, is_on: isOn }) => isOn && isManual(id))
  return lowest(own.map(({ approval_above: limit }) => limit))
}

function lowest(limits: readonly (Money | null)[]): Money | null {
  let least: Money | null = null
  for (const limit of limits) if (limit !== null && (least === null || limit < least)) least = limit
  return least
}
