import { limits } from '#contract/base/limits.ts'

/** Which criteria of a strong password it meets, with letters of any script. */
export function findStrengths(password: string) {
  return {
    long: password.length >= limits.passwordMin,
    uppercase: /\p{Lu}/u.test(password),
    digit: /\p{Nd}/u.test(password),
    special: /[^\p{L}\p{M}\p{Nd}]/u.test(password),
  }
}
