import type { Answer, Caller } from './call-product.ts'

/** A staff member's calls to the admin API. */
export type StaffClient = {
  token: string
  /** One attempt. */
  ask: (call: StaffCall) => Promise<Answer>
  /** Repeated until answered; throws if refused. */
  do: (call: StaffCall) => Promise<Answer>
}
export type StaffCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: Record<string, unknown>
}

/** Calls that need a fresh proof are repeated with the password, like in the web app. */
export function makeStaffClient({
  caller,
  token,
  password,
}: {
  caller: Caller
  token: string
  password: string
}): StaffClient {
  const prove = async <Result extends Answer | undefined>(
    call: StaffCall,
    ask: (call: StaffCall) => Promise<Result>,
  ): Promise<Result> => {
    const answer = await ask(call)
    if (answer?.body['code'] !== 'proof_required') return answer
    return ask({ ...call, body: { ...call.body, password } })
  }
  return {
    token,
    ask: (call) => prove(call, (one) => caller.call({ method: 'POST', token, ...one })),
    do: async (call) => {
      const answer = await prove(call, (one) => caller.callUntilAnswered({ method: 'POST', token, ...one }))
      if (answer === undefined || answer.status >= 300)
        throw new Error(`${call.path} was refused: ${answer?.status} ${JSON.stringify(answer?.body)}`)
      return answer
    },
  }
}
