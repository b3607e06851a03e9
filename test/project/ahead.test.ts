import { Script } from 'node:vm';
import { parseSync, Visitor } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import { inParentheses } from '../../src/build/ahead.js';

/** Returns a script with all its functions in parentheses. */
function wholly(script: string): string {
  const places = new Set<string>();
  const add = ({ start, end }: { start: number; end: number }) => void places.add(`${start}-${end}`);
  const { program } = parseSync('script.cjs', script);
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    Property: add,
    MethodDefinition: add,
  }).visit(program);
  return inParentheses(script, places);
}

test('only the executed functions change', () => {
  const script = 'f();function f(){return()=>1}function g(){}';
  const place = (text: string) => `${script.indexOf(text)}-${script.indexOf(text) + text.length}`;
  expect(inParentheses(script, new Set())).toBe(script);
  expect(inParentheses(script, new Set([place('function f(){return()=>1}')]))).toBe(
    '\nvar f=(function (){return()=>1});f();function g(){}',
  );
  expect(inParentheses(script, new Set([place('()=>1')]))).toBe(
    'f();function f(){return(()=>1)}function g(){}',
  );
});

describe('a script does the same with all its functions in parentheses:', () => {
  test.each([
    ['a declaration below its use', 'f(2);function f(n){return n<1?0:n+f(n-1)}'],
    ['a declaration below its use in a function', '(function(){return g(1);function g(n){return n+1}})()'],
    ['directives stay first', "'use strict';f();function f(){return this===undefined}"],
    ['a directive of a function', "f();function f(){'use strict';return g();function g(){return this}}"],
    [
      'a declaration that replaces itself',
      'function f(){f=()=>2;return 1}String([f(),f()])//function expressions cannot',
    ],
    ['a declaration with the name of a parameter', 'f(1);function f(g){return g();function g(){return 2}}'],
    ['names', 'function f(){}const g=()=>1,o={h(){},i:()=>1};[f,g,o.h,o.i].map(({name})=>name).join()'],
    ['arrow functions keep this', 'new(function(){this.a=1;this.b=(()=>this.a)()})().b'],
    [
      'arrow functions with one name, several, patterns and default values',
      '[n=>n,(a,b)=>a+b,({a})=>a,([a])=>a,(a=1)=>a,(...a)=>a.length].map((f)=>String(f.name+f([3],4))).join()',
    ],
    ['arrow functions in arrow functions', '(a=>b=>(c=>{return a+b+c}))(1)(2)(3)'],
    ['super in an arrow function', '({__proto__:{b:1},a(){return(()=>super.b)()}}).a()'],
    [
      'functions that end at one place',
      '(a=>b=>{return a+b})(1)(2)+(c=>function(){return c})(3)()+(()=>async()=>{})().length',
    ],
    ['an arrow function with a comparison', '((a)=>a>=1)(2)'],
    ['an arrow function in default values of another', '((f=a=>a+1,g=()=>f(1))=>g())()'],
    ['arguments in an arrow function', '(function(){return(()=>arguments[0])()})(5)'],
    ['functions as arguments', '[3,1,2].sort((a,b)=>a-b).map(function(n){return n*2}).join()'],
    ['an arrow function with an object', '(()=>({a:1}))().a'],
    ['methods of objects', "({a(n){return this.b+n},b:1,'c d'(){return 2}}).a(1)"],
    [
      'generators',
      'function*f(){yield 1;yield*g()}function*g(){yield 2}[...f(),...{*h(){yield 3}}.h()].join()',
    ],
    [
      'classes',
      'class A{#p=()=>5;static s=()=>6;m(){return this.#p()}get g(){return 7}}[new A().m(),A.s(),new A().g].join()',
    ],
    [
      'default values',
      'f();function f(a=()=>g(),b=h){return a()+b()}function g(){return 1}function h(){return 2}',
    ],
  ])('%s', (_, script) => {
    const changed = wholly(script);
    expect(changed).not.toBe(script);
    expect(new Script(changed).runInNewContext({})).toEqual(new Script(script).runInNewContext({}));
  });

  test('asynchronous functions', async () => {
    const script =
      'f();async function f(){return[await g(),await{async m(){return 2}}.m()].join()}async function g(){const a=async n=>n,b=async()=>a(1);return b()}';
    expect(await new Script(wholly(script)).runInNewContext({})).toBe('1,2');
  });
});

test.each([
  ['of two declarations the last counts', 'f();function f(){return 1}function f(){return 2}'],
  ['a declaration in a block', '{function f(){return 1}}f()'],
  ['getters and setters', 'const o={get a(){return this.b},set a(n){this.b=n}};o.a=3;o.a'],
  ['a method named __proto__', "typeof Object.getPrototypeOf({__proto__(){}})+typeof({})['toString']"],
  ['computed names', "const n='x';({[n](){return 4},async['y'](){}}).x()"],
  ['super in methods of objects', '({a(){return super.b}}).a()'],
])('%s: is left as it is', (_, script) => {
  expect(wholly(script)).toBe(script);
});
