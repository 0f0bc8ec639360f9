import type { ViolationKind } from '#torture/clients/client-context.ts'

/** One violation. */
export type Finding = { kind: ViolationKind; what: string }

export function finding(kind: ViolationKind, what: string): Finding {
  return { kind, what }
}
