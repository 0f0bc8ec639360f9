const key = 'rememberedEmail' // spec §3

export function getRememberedEmail(): string {
  return typeof localStorage === 'undefined' ? '' : (localStorage.getItem(key) ?? '')
}

/** Remember me stores the email, or removes it (spec §5). */
export function rememberEmail(email: string | undefined): void {
  if (email === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, email)
}
