export default function LoginPage() {
  return <h1 tabIndex={-1}>Login</h1>
}
