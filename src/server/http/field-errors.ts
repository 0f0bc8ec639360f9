import type * as z from 'zod/mini'

import { type AppError, invalidFields } from '#contract/errors.ts'

type Issue = z.core.$ZodIssue

const GENERIC = 'Invalid input'

/** A body's issues as `fields`: the first sentence of each field, the contract's own where it has one. */
export function toFieldErrors(issues: readonly Issue[]): AppError {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, 20)) fields[key.slice(0, 60)] ??= 'This field is not known here'
    else fields[issue.path.join('.') || 'body'] ??= sentence(issue)
  }
  return invalidFields(fields)
}

function sentence(issue: Issue): string {
  if (issue.message !== GENERIC && issue.message !== '') return issue.message
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'This field is required' : 'This value has the wrong type'
  if (issue.code === 'too_big') return 'This value is too large'
  if (issue.code === 'too_small') return 'This value is too small'
  return 'This value is not valid'
}
