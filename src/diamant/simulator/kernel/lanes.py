"""A vector type for Numba: one number per lane, for games played side by side.

Vector instructions process many numbers at once, but Numba has no type for them. `Lanes` is such a
type, with the operators of a number. A comparison returns a mask: all bits of a lane, or none.
Kernels import this module, and their text contains its digest.
"""

import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

LANES = 16  # As many lanes as one instruction shuffles bytes, see `pick`.


class Lanes(types.Type):
    """One number per game: an integer of 8, 16, 32 or 64 bits, or a 32-bit float."""

    def __init__(self, bits, *, real=False):
        self.bits = bits
        self.real = real
        super().__init__(f"Lanes({bits}, real={real})")

    @property
    def element(self):
        """The LLVM type of one lane."""
        return ir.FloatType() if self.real else ir.IntType(self.bits)

    @property
    def vector(self):
        """The LLVM vector type of all lanes together."""
        return ir.VectorType(self.element, LANES)

    @property
    def single(self):
        """The Numba type of a scalar that all lanes share."""
        return types.float64 if self.real else types.uint64


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, kind.vector)


BYTES = Lanes(8)
SHORTS = Lanes(16)
WORDS = Lanes(32)
LONGS = Lanes(64)
REALS = Lanes(32, real=True)
WHOLE = (BYTES, SHORTS, WORDS, LONGS)


def _spread(builder, value, kind):
    """Broadcast a number to all lanes."""
    if kind.real:
        value = builder.fptrunc(value, kind.element)
    elif kind.bits < 64:
        value = builder.trunc(value, kind.element)
    nothing = ir.Constant(kind.vector, ir.Undefined)
    first = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, lanes)


def _as_lanes(builder, values, kinds, wanted):
    """Return all operands as lanes, with scalars broadcast to all lanes."""
    return [
        value if isinstance(kind, Lanes) else _spread(builder, value, wanted)
        for value, kind in zip(values, kinds, strict=True)
    ]


def _call(builder, name, result, arguments):
    """Build a call to an LLVM intrinsic."""
    kinds = [argument.type for argument in arguments]
    function = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(result, kinds), f"llvm.{name}"
    )
    return builder.call(function, arguments)


def _define(operation, lower, kinds, result):
    """Register with Numba an operation on two operands, at least one of them `Lanes`."""

    class Template(ConcreteTemplate):
        cases = [  # noqa: RUF012 - as Numba wants it
            signature(result(kind), *pair)
            for kind in kinds
            for pair in ((kind, kind), (kind, kind.single), (kind.single, kind))
        ]

    infer_global(operation)(Template)
    for pair in ((Lanes, Lanes), (Lanes, types.Number), (types.Number, Lanes)):
        lower_builtin(operation, *pair)(lower)


def _arithmetic(name, of_whole, of_reals=None):
    def lower(context, builder, signature, arguments):
        kind = signature.return_type
        operands = _as_lanes(builder, arguments, signature.args, kind)
        return getattr(builder, of_reals if kind.real else of_whole)(*operands)

    kinds = (*WHOLE, REALS) if of_reals else WHOLE
    for operation in (name, f"i{name.rstrip('_')}"):
        _define(getattr(operator, operation), lower, kinds, lambda kind: kind)


def _comparison(operation, sign):
    def lower(context, builder, signature, arguments):
        kind = next(kind for kind in signature.args if isinstance(kind, Lanes))
        operands = _as_lanes(builder, arguments, signature.args, kind)
        compare = builder.fcmp_ordered if kind.real else builder.icmp_unsigned
        mask = ir.VectorType(ir.IntType(kind.bits), LANES)
        return builder.sext(compare(sign, *operands), mask)

    _define(operation, lower, (*WHOLE, REALS), lambda kind: WORDS if kind.real else kind)


_arithmetic("add", "add", "fadd")
_arithmetic("sub", "sub", "fsub")
_arithmetic("mul", "mul", "fmul")
_arithmetic("and_", "and_")
_arithmetic("or_", "or_")
_arithmetic("xor", "xor")
_arithmetic("lshift", "shl")
_arithmetic("rshift", "lshr")
_comparison(operator.lt, "<")
_comparison(operator.le, "<=")
_comparison(operator.gt, ">")
_comparison(operator.ge, ">=")
_comparison(operator.eq, "==")
_comparison(operator.ne, "!=")


def _shared_by_all(kind):
    @intrinsic
    def spread(context, number):
        """Broadcast a number to all lanes."""

        def codegen(context, builder, signature, arguments):
            return _spread(builder, arguments[0], kind)

        return kind(kind.single), codegen

    return spread


all_bytes = _shared_by_all(BYTES)
all_shorts = _shared_by_all(SHORTS)


@intrinsic
def lane_numbers(context):
    """Return 0, 1, 2, …, as 64-bit lanes."""

    def codegen(context, builder, signature, arguments):
        return ir.Constant(LONGS.vector, list(range(LANES)))

    return LONGS(), codegen


def _converting(to):
    @intrinsic
    def convert(context, lanes):
        """Convert lanes to another size, truncating if necessary."""

        def codegen(context, builder, signature, arguments):
            kind = signature.args[0]
            if to.real:
                return builder.sitofp(arguments[0], to.vector)
            if kind.real:
                return builder.fptosi(arguments[0], to.vector)
            change = builder.zext if to.bits > kind.bits else builder.trunc
            return change(arguments[0], to.vector)

        return to(lanes), codegen

    return convert


to_bytes = _converting(BYTES)
to_shorts = _converting(SHORTS)
to_words = _converting(WORDS)
to_longs = _converting(LONGS)
to_reals = _converting(REALS)


def _bits(builder, mask):
    return builder.icmp_signed("<", mask, ir.Constant(mask.type, [0] * LANES))


@intrinsic
def choose(context, mask, yes, no):
    """Return `yes` in lanes where the mask is set, and `no` elsewhere."""
    kind = yes if isinstance(yes, Lanes) else no

    def codegen(context, builder, signature, arguments):
        operands = _as_lanes(builder, arguments[1:], signature.args[1:], kind)
        return builder.select(_bits(builder, arguments[0]), *operands)

    given = [each if isinstance(each, Lanes) else kind.single for each in (yes, no)]
    return kind(mask, *given), codegen


@intrinsic
def in_some(context, mask):
    """Return whether a mask is set in any lane."""

    def codegen(context, builder, signature, arguments):
        size = ir.IntType(LANES)
        bits = builder.bitcast(_bits(builder, arguments[0]), size)
        return builder.icmp_unsigned("!=", bits, ir.Constant(size, 0))

    return types.boolean(mask), codegen


@intrinsic
def count_seats(context, masks):
    """Return the number of bits set in each lane."""

    def codegen(context, builder, signature, arguments):
        return _call(builder, f"ctpop.v{LANES}i8", BYTES.vector, arguments)

    return BYTES(BYTES), codegen


@intrinsic
def upper_half(context, one, other):
    """Return the upper 16 bits of each lane's 32-bit product."""

    def codegen(context, builder, signature, arguments):
        product = builder.mul(*(builder.zext(each, WORDS.vector) for each in arguments))
        sixteen = ir.Constant(WORDS.vector, [16] * LANES)
        return builder.trunc(builder.lshr(product, sixteen), SHORTS.vector)

    return SHORTS(SHORTS, SHORTS), codegen


def _kind_in(array):
    if isinstance(array.dtype, types.Float):
        return REALS
    return next(kind for kind in WHOLE if kind.bits == array.dtype.bitwidth)


def _data(context, builder, kind, array):
    return context.make_array(kind)(context, builder, array).data


def _place(context, builder, kind, array, place, lanes):
    at = builder.gep(_data(context, builder, kind, array), [place])
    return builder.bitcast(at, lanes.vector.as_pointer())


@intrinsic
def load(context, array, place):
    """Load consecutive elements of an array into lanes, starting at an index."""
    kind = _kind_in(array)

    def codegen(context, builder, signature, arguments):
        at = _place(context, builder, signature.args[0], *arguments, kind)
        return builder.load(at, align=kind.bits // 8)

    return kind(array, types.uint64), codegen


@intrinsic
def store(context, array, place, lanes):
    """Store lanes in consecutive elements of an array, starting at an index."""

    def codegen(context, builder, signature, arguments):
        at = _place(context, builder, signature.args[0], *arguments[:2], lanes)
        builder.store(arguments[2], at, align=lanes.bits // 8)
        return context.get_dummy_value()

    return types.void(array, types.uint64, lanes), codegen


@intrinsic
def look_up(context, table, places):
    """Return a table's entries at the indices in an array of integers."""
    kind, numbers_kind = _kind_in(table), _kind_in(places)

    def codegen(context, builder, signature, arguments):
        numbers, row = (
            _data(context, builder, kind, array)
            for kind, array in zip(signature.args, arguments, strict=True)
        )
        found = ir.Constant(kind.vector, ir.Undefined)
        size = ir.IntType(64)
        for lane in range(LANES):
            # Atomic, because the compiler would otherwise extract the places from a vector one by
            # one, which takes longer than reading them.
            at = builder.gep(row, [ir.Constant(size, lane)])
            place = builder.load_atomic(at, "unordered", numbers_kind.bits // 8)
            number = builder.load(builder.gep(numbers, [builder.zext(place, size)]))
            found = builder.insert_element(found, number, ir.Constant(ir.IntType(32), lane))
        return found

    return kind(table, places), codegen


@intrinsic
def pick(context, table, start, places):
    """Look up one byte per lane in the sixteen bytes of a table from `start` on.

    An index above 15 gives 0. The implementation is an x86 byte shuffle, which uses the lowest four
    bits of each index below 128.
    """

    def codegen(context, builder, signature, arguments):
        row, most = _sixteen(context, builder, signature, arguments)
        small = _call(builder, f"uadd.sat.v{LANES}i8", BYTES.vector, [arguments[2], most(112)])
        return _call(builder, "x86.ssse3.pshuf.b.128", BYTES.vector, [row, small])

    return BYTES(table, types.uint64, BYTES), codegen


@intrinsic
def pick_singly(context, table, start, places):
    """Look up bytes like `pick`, but on any processor."""

    def codegen(context, builder, signature, arguments):
        row, most = _sixteen(context, builder, signature, arguments)
        places = builder.and_(arguments[2], most(15))
        found = ir.Constant(BYTES.vector, ir.Undefined)
        for number in range(LANES):
            lane = ir.Constant(ir.IntType(32), number)
            byte = builder.extract_element(row, builder.extract_element(places, lane))
            found = builder.insert_element(found, byte, lane)
        near = builder.icmp_unsigned("<", arguments[2], most(16))
        return builder.select(near, found, most(0))

    return BYTES(table, types.uint64, BYTES), codegen


def _sixteen(context, builder, signature, arguments):
    """Load sixteen bytes of a table; also return a function that broadcasts a byte."""
    at = _place(context, builder, signature.args[0], *arguments[:2], BYTES)
    return builder.load(at, align=1), lambda byte: ir.Constant(BYTES.vector, [byte] * LANES)


class _Addresses(ir.instructions.Instruction):
    """An instruction that computes the address of each lane's entry in a table.

    llvmlite has no class for vectors of addresses.
    """

    def __init__(self, block, table, places, element):
        kind = ir.VectorType(ir.PointerType(element), LANES)
        super().__init__(block, kind, "getelementptr", [table, places])
        self.element = element

    def descr(self, text):
        """Append the instruction in LLVM's syntax."""
        table, places = (f"{part.type} {part.get_reference()}" for part in self.operands)
        text.append(f"getelementptr {self.element}, {table}, {places}\n")


@intrinsic
def gather(context, table, places):
    """Load the entry of a table at each lane's index."""
    kind = _kind_in(table)

    def codegen(context, builder, signature, arguments):
        numbers = _data(context, builder, signature.args[0], arguments[0])
        at = _Addresses(builder.block, numbers, arguments[1], kind.element)
        builder._insert(at)  # noqa: SLF001 - there is no other way to add an instruction
        all_of_them = ir.Constant(ir.VectorType(ir.IntType(1), LANES), [1] * LANES)
        return _call(
            builder,
            f"masked.gather.v{LANES}i{kind.bits}.v{LANES}p0",
            kind.vector,
            [
                at,
                ir.Constant(ir.IntType(32), kind.bits // 8),
                all_of_them,
                ir.Constant(kind.vector, ir.Undefined),
            ],
        )

    return kind(table, places), codegen
