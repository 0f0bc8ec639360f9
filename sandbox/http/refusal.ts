/** A client error, with its HTTP status and message. */
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
