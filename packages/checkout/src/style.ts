/** The style of every page. The page's policy allows exactly this text, by its hash. */
export const style = `
*{box-sizing:border-box}
body{margin:0;background:#f4f5f7;color:#191f28;font:16px/1.5 system-ui,-apple-system,"Apple SD Gothic Neo","Malgun Gothic",sans-serif}
main{max-width:26rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:1rem}
h1{margin:0 0 1rem;font-size:1.25rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}
dt{color:#5b6472}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.amount{font-weight:700}
label{display:block;margin:0 0 .25rem;font-weight:600}
.field{margin:0 0 1rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.hint{margin:.25rem 0 0;color:#5b6472;font-size:.875rem}
.problem{margin:.25rem 0 0;color:#c21a1a;font-size:.875rem}
.test{margin:0 0 1rem;padding:.5rem .75rem;background:#fff4d6;border-radius:.5rem;font-size:.875rem}
input,select,button{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid #8b95a1;border-radius:.5rem;background:#fff;color:inherit;font:inherit}
input[aria-invalid]{border-color:#c21a1a}
button{margin:0 0 .5rem;border-color:transparent;background:#eceef1;font-weight:600;cursor:pointer}
.onward{font-weight:600}
button.pay{background:#1b5fd9;color:#fff}
`;
