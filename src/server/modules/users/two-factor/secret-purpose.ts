/** What a secret is sealed for: another's row does not open in its place. */
export function secretPurpose(userId: number): string {
  return `two-factor:${userId}`
}
