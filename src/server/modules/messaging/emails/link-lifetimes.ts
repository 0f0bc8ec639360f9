/** How long the link in a letter works, as an interval; the letters say so. */
export const linkLifetimes = {
  email_confirmation: '3 days',
  invitation: '7 days',
  password_reset: '1 hour',
} as const
