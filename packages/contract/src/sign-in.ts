import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A page of HTML that the server draws itself. */
const Page = z.string()

/** The sign-in form. Navigate to it. */
export const showSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/login',
  who: 'anyone',
  reply: Page,
})

/**
 * What the form sends. Success is a 302 to the web application; wrong credentials return 200 with
 * the form again, so the fields are checked by the handler.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/v1/login',
  who: 'anyone',
  bodySize: 'small',
  body: z.object({ username: z.unknown(), password: z.unknown() }),
  reply: Page,
})

/** 501: accounts of this installation are made by its admins. */
export const signUp = endpoint({
  method: 'GET',
  path: '/api/v1/signup',
  who: 'anyone',
  reply: z.never(),
})

/** Where an outside identity provider would return to; without one it leads to `/error`. */
export const signInCallback = endpoint({
  method: 'GET',
  path: '/api/v1/callback',
  who: 'anyone',
  status: 302,
  reply: z.undefined(),
})
