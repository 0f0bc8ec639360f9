/** What a caller did wrong, with the HTTP status and the sentence that says so. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, sentence: string) {
    super(sentence)
    this.name = 'Refusal'
    this.status = status
  }
}

export function refuse(status: number, sentence: string): never {
  throw new Refusal(status, sentence)
}
