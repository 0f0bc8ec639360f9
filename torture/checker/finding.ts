import type { ViolationKind } from '#torture/clients/client-context.ts'

/** One thing that is not as it must be. */
export type Finding = { kind: ViolationKind; what: string }

export function finding(kind: ViolationKind, what: string): Finding {
  return { kind, what }
}
