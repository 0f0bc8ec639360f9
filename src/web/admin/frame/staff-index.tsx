import { redirect } from 'react-router'

/** `/admin` redirects to the dashboard. */
export function clientLoader() {
  return redirect('/admin/dashboard')
}

export default function AdminIndex() {
  return null
}
