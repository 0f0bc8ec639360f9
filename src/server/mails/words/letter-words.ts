/** One language's letters. A text is paragraphs: plain, so that nobody can hide anything in it. */
export type LetterWords = {
  readonly email_confirmation: (facts: { brand: string; link: string }) => Written
  readonly email_change_asked: (facts: { brand: string; email: string; link: string }) => Written
  readonly ticket_reply: (facts: { brand: string; ticket: number; subject: string; link: string }) => Written
}

export type Written = { subject: string; paragraphs: readonly string[] }
