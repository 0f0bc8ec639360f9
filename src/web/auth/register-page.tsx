export default function RegisterPage() {
  return <h1 tabIndex={-1}>Register</h1>
}
