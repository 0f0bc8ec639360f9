import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getLegalText } from '#contract/settings/legal-texts.ts'
import { login, register } from '#contract/users/auth.ts'
import { resetPassword, setNewPassword, verifyResetToken } from '#contract/users/resets.ts'
import { type Answer, loseLine, refuse } from '#web/testing/answer-calls.ts'
import {
  expectScreens,
  expectShown,
  fill,
  openHere,
  press,
  type Screen,
} from '#web/testing/expect-screens.ts'

const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }

async function logIn(): Promise<void> {
  await fill('Email', 'linh@example.com')
  await fill('Password', 'a long password')
  await press('button', 'Login')
}

async function signUp({ password = 'a long password', again = '', agrees = true } = {}): Promise<void> {
  await fill('Name', 'Linh')
  await fill('Email', 'linh@example.com')
  await fill('Password', password)
  await fill('Confirm password', again || password)
  if (agrees) await press('checkbox', /^I agree to/)
  await press('button', 'Register')
}

async function askForLink(): Promise<void> {
  await fill('Email', 'linh@example.com')
  await press('button', 'Send Reset Link')
}

function onLogin(name: string, answer: Answer[1], sentence: string): Screen {
  return {
    name: `Login, ${name}`,
    at: '/login',
    answers: [[login, answer]],
    first: logIn,
    shows: { text: [sentence] },
  }
}

/** Responds that the email is taken if the version was sent. */
async function refuseWithTerms(request: Request): Promise<Response> {
  const { terms_version: version }: { terms_version?: string } = await request.json()
  return version === '2026-11-28.4' ? refuse(409, { code: 'email_taken' })() : refuse(500)()
}

/** Responses of an unknown or older server. */
const sends = (body: unknown) => () => Response.json(body)

expectScreens([
  {
    name: 'Login',
    at: '/login',
    shows: {
      heading: ['Login'],
      textbox: ['Email', 'Password'],
      checkbox: ['Remember me'],
      button: ['Login'],
      link: ['Forgot password?', 'Create an account'],
    },
  },
  {
    name: 'Login, nothing filled in',
    at: '/login',
    first: () => press('button', 'Login'),
    shows: { text: ['Email and password cannot be empty'] },
  },
  onLogin('no token', sends({ user }), 'No token received'),
  onLogin('no user', sends({ token: 'a.b.c', user: { name: 'x' } }), 'Invalid user data'),
  onLogin('no answer of ours', sends('odd'), 'Invalid server response'),
  onLogin(
    'refused without a word',
    refuse(500),
    'Login failed. Please check your credentials and try again.',
  ),
  onLogin(
    'a wrong password',
    refuse(401, { code: 'invalid_credentials' }),
    'Login failed. Please check your credentials and try again.',
  ),
  onLogin('refused by the server', refuse(500, { message: 'The server said so' }), 'The server said so'),
  onLogin('no response', loseLine, 'Unable to connect to server. Please check your connection.'),
  {
    name: 'Register',
    at: '/register',
    shows: {
      textbox: ['Name', 'Email', 'Password', 'Confirm password'],
      checkbox: ['I agree to the Terms of Service and the Privacy Policy'],
      button: ['Register'],
    },
  },
  {
    name: 'Register, a short password',
    at: '/register',
    first: () => signUp({ password: 'seven77' }),
    shows: { text: ['Password must be at least 8 characters'] },
  },
  {
    name: 'Register, two passwords',
    at: '/register',
    first: () => signUp({ again: 'another password' }),
    shows: { text: ['Passwords do not match'] },
  },
  {
    name: 'Register, without the terms',
    at: '/register',
    first: () => signUp({ agrees: false }),
    shows: { text: ['You must agree to the Terms of Service and Privacy Policy'] },
  },
  {
    name: 'Register, an email that is taken',
    at: '/register',
    answers: [[register, refuse(409, { code: 'email_taken' })]],
    first: () => signUp(),
    shows: { text: ['An account with this email already exists'] },
  },
  {
    name: 'Register, with the version of the terms that was shown',
    at: '/register',
    answers: [
      [getLegalText, { version: '2026-11-28.4' }],
      [register, refuseWithTerms],
    ],
    first: () => signUp(),
    shows: { text: ['An account with this email already exists'] },
  },
  {
    name: 'Register, refused without a word',
    at: '/register',
    answers: [[register, refuse(500)]],
    first: () => signUp(),
    shows: { text: ['Registration failed. Please try again.'] },
  },
  {
    name: 'Register, no answer of ours',
    at: '/register',
    answers: [[register, sends({ odd: true })]],
    first: () => signUp(),
    shows: { text: ['Invalid user data in registration response'] },
  },
  {
    name: 'Forgot password',
    at: '/forgot-password',
    answers: [[resetPassword, { message: 'Password reset link has been sent to your email.' }]],
    first: askForLink,
    shows: { text: ['Password reset link has been sent to your email.'] },
  },
  {
    name: 'Forgot password, in Vietnamese',
    at: '/forgot-password',
    language: 'vi',
    first: () => press('button', 'Gửi liên kết đặt lại'),
    shows: { text: ['Vui lòng nhập địa chỉ email'] },
  },
  {
    name: 'Forgot password, refused without a word, in Vietnamese',
    at: '/forgot-password',
    language: 'vi',
    answers: [[resetPassword, refuse(500)]],
    first: async () => {
      await fill('Email', 'linh@example.com')
      await press('button', 'Gửi liên kết đặt lại')
    },
    shows: { text: ['Không thể gửi email đặt lại mật khẩu. Vui lòng thử lại.'] },
  },
  {
    name: 'Reset password, in Vietnamese',
    at: '/reset-password/abc',
    language: 'vi',
    first: async () => {
      await fill('Mật khẩu mới', 'seven77')
      await fill('Nhập lại mật khẩu mới', 'another')
      await press('button', 'Đặt mật khẩu mới')
    },
    shows: { text: ['Mật khẩu phải có ít nhất 8 ký tự', 'Hai mật khẩu không khớp'] },
  },
  {
    name: 'Invalid reset token',
    at: '/reset-password/abc',
    answers: [[verifyResetToken, refuse(404, { code: 'reset_token_invalid' })]],
    shows: { text: ['reset token not found'], link: ['Request a New Link'] },
  },
  {
    name: 'Invalid reset token, in Vietnamese',
    at: '/reset-password/abc',
    language: 'vi',
    answers: [[verifyResetToken, refuse(404, { code: 'reset_token_invalid' })]],
    shows: { heading: ['Token Không Hợp Lệ'], link: ['Yêu cầu liên kết mới'] },
  },
  {
    name: 'Reset password, done',
    at: '/reset-password/abc',
    answers: [[setNewPassword, {}]],
    first: async () => {
      await fill('New password', 'a long password')
      await fill('Confirm new password', 'a long password')
      await press('button', 'Set New Password')
    },
    shows: { heading: ['Password Changed'] },
  },
])

test('switching the language on Register keeps name and email, and no password', async () => {
  await openHere({ at: '/register', first: () => signUp({ agrees: false, again: 'another' }) })
  const stay = (event: Event) => event.preventDefault()
  addEventListener('click', stay, { once: true })
  document.querySelector<HTMLElement>('a[hreflang=vi]')?.click()
  expect(JSON.parse(sessionStorage.getItem('draft:0:register') ?? '{}')).toEqual({
    name: 'Linh',
    email: 'linh@example.com',
  })
  sessionStorage.clear()
})

test('refused input stays', async () => {
  await openHere({ at: '/register', first: () => signUp({ agrees: false }) })
  await expectShown({ text: ['You must agree to the Terms of Service and Privacy Policy'] })
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Linh')
  const wrong = refuse(401, { code: 'invalid_credentials' })
  await openHere({ at: '/login', answers: [[login, wrong]], first: logIn })
  await expectShown({ text: ['Login failed. Please check your credentials and try again.'] })
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('linh@example.com')
})
