export default function Fail() {
  return <p>Nothing was paid.</p>;
}
