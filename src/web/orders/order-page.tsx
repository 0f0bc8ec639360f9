export default function OrderPage() {
  return <h1 tabIndex={-1}>Order</h1>
}
